import type { Conversation, Submission } from '@hermes/conversations'
import { type AgentEvent, InterruptError, type Run, type RunResult } from '@hermes/core'

/** One turn from its first event to its last. */
export type Turn = Pick<Run, 'interrupt'> & AsyncIterable<AgentEvent> & { readonly result: Promise<RunResult> }

/**
 * Returns the turn of an input. Its events are buffered here for a slow reader: unlike conversations with slow onlookers, a one-shot must not
 * drop any.
 */
export function turnOf(conversation: Conversation, begin: () => Submission): Turn {
  const onlooking = new AbortController()
  const events = conversation.events({ signal: onlooking.signal, from: 'now' })
  const submission = begin()
  const result = toResult(submission)
  // Readers receive a failure after the events.
  result.catch(() => undefined)
  return {
    result,
    interrupt: (reason) => void submission.cancel(reason).catch(() => undefined),
    async *[Symbol.asyncIterator]() {
      const waiting: AgentEvent[] = []
      const reader = createWaker()
      let isDone = false
      const end = () => {
        isDone = true
        reader.wake()
      }
      const collect = async () => {
        for await (const event of events) {
          if (event.type === 'turn-done' && event.submissionId === submission.id) return
          if (event.type !== 'agent' || event.turnId !== submission.id) continue
          waiting.push(event.event)
          reader.wake()
        }
      }
      collect().then(end, end)
      result.catch(end)
      try {
        while (!isDone || waiting.length > 0) {
          const next = waiting.shift()
          if (next) yield next
          else await reader.sleep()
        }
      } finally {
        onlooking.abort()
      }
    },
  }
}

/** Suspends one reader until an event is available. */
function createWaker() {
  let sleeping = Promise.withResolvers<void>()
  return {
    wake: () => sleeping.resolve(),
    async sleep() {
      await sleeping.promise
      sleeping = Promise.withResolvers()
    },
  }
}

/** @throws the reason why the turn could not run. */
async function toResult({ accepted, ended }: Submission): Promise<RunResult> {
  await accepted
  const end = await ended
  if (end.status === 'turn') return end.result
  if (end.status === 'failed') throw end.error
  throw new InterruptError(end.status === 'refused' ? end.message : 'The prompt was canceled before its turn started.')
}
