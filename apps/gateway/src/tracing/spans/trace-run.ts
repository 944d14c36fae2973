import type { Run } from '@hermes/core'
import { TurnSpans, type TurnSpansOptions } from './turn-spans.js'

/** Traces a turn. If its events are not read, it only has its own span. */
export function traceRun(run: Run, options: Omit<TurnSpansOptions, 'sessionId'>): Run {
  const spans = new TurnSpans({ ...options, sessionId: run.sessionId })
  let isRead = false
  const end = () => void run.result.then(({ outcome, usage }) => spans.end(outcome, usage))
  // The last events are read after the turn has ended.
  void run.result.then(() => {
    if (!isRead) end()
  })
  return {
    ...run,
    async *[Symbol.asyncIterator]() {
      isRead = true
      try {
        for await (const event of run) {
          spans.see(event)
          yield event
        }
      } finally {
        end()
      }
    },
  }
}
