import type { Run } from '../ledger/run.js'
import type { ShowTime } from '../report/local-time.js'

export interface RunText {
  readonly kind: 'result' | 'notice'
  readonly text: string
}

export interface TextContext {
  /** Shows the times of the job. */
  readonly time: ShowTime
  /** Notes added to a message, one paragraph each. */
  readonly notes: readonly string[]
}

/** Returns the text to send for a run, or `undefined` if nothing is sent. */
export function textOf(run: Run, { time, notes }: TextContext): RunText | undefined {
  const message = withoutNotes(run, time)
  return message && { ...message, text: [message.text, ...notes].join('\n\n') }
}

function withoutNotes(run: Run, time: ShowTime): RunText | undefined {
  if (run.state === 'completed') return run.isSilent ? undefined : { kind: 'result', text: run.text ?? '' }
  const due = time(run.dueMs)
  const reason = run.reason ?? 'no reason is known'
  if (run.state === 'failed') return { kind: 'notice', text: `The run due at ${due} failed: ${reason}` }
  if (run.state === 'skipped' && run.isTold) {
    return { kind: 'notice', text: `The run due at ${due} was skipped: ${reason}` }
  }
  if (run.state !== 'cut-off') return undefined
  return {
    kind: 'notice',
    text: `The run due at ${due} was cut off: ${reason} It may have had some of its effects, so it is not repeated.`,
  }
}
