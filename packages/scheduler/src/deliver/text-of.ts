import type { Run } from '../ledger/run.js'

export interface RunText {
  readonly kind: 'result' | 'notice'
  readonly text: string
}

/**
 * What is sent of a run. `undefined`: nothing.
 * @param alert Added to a notice.
 */
export function textOf(run: Run, alert?: string): RunText | undefined {
  const message = withoutAlert(run)
  return message && alert !== undefined ? { ...message, text: `${message.text}\n\n${alert}` } : message
}

function withoutAlert(run: Run): RunText | undefined {
  const due = new Date(run.dueMs).toISOString()
  if (run.state === 'completed') return run.isSilent ? undefined : { kind: 'result', text: run.text ?? '' }
  if (run.state === 'failed')
    return { kind: 'notice', text: `The run due at ${due} failed: ${run.reason ?? 'no reason is known'}` }
  if (run.state === 'skipped' && run.isTold)
    return { kind: 'notice', text: `The run due at ${due} was skipped: ${run.reason ?? 'no reason is known'}` }
  if (run.state !== 'cut-off') return undefined
  return {
    kind: 'notice',
    text: `The run due at ${due} was cut off, because its process ended. It may have had some of its effects, so it is not repeated.`,
  }
}
