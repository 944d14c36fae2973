import type { Run } from '../ledger/run.js'

/** What is sent of a run. `undefined`: nothing. */
export function textOf(run: Run): { readonly kind: 'result' | 'notice'; readonly text: string } | undefined {
  const due = new Date(run.dueMs).toISOString()
  if (run.state === 'completed') return run.isSilent ? undefined : { kind: 'result', text: run.text ?? '' }
  if (run.state === 'failed')
    return { kind: 'notice', text: `The run due at ${due} failed: ${run.reason ?? 'no reason is known'}` }
  if (run.state !== 'cut-off') return undefined
  return {
    kind: 'notice',
    text: `The run due at ${due} was cut off, because its process ended. It may have had some of its effects, so it is not repeated.`,
  }
}
