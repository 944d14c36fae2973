import type { ConversationEvent, Submission } from '@hermes/conversations'
import { type AgentEvent, HermesError } from '@hermes/core'

/**
 * The events of the turn that a submission becomes, to its end; none where it becomes no turn.
 * @throws {HermesError} `gateway/too-slow` when the client read so slowly that a part of the answer was dropped for it.
 */
export async function* turnEvents(
  events: AsyncIterable<ConversationEvent>,
  submission: Submission,
  closed: AbortController,
): AsyncGenerator<AgentEvent, void, undefined> {
  void submission.ended.then(({ status }) => {
    if (status !== 'turn') closed.abort()
  })
  for await (const event of events) {
    if (event.type === 'agent' && event.turnId === submission.id) yield event.event
    else if (event.type === 'turn-done' && event.submissionId === submission.id) return
    else if (event.type === 'lagged') throw tooSlow()
  }
}

function tooSlow(): HermesError {
  return new HermesError(
    'gateway/too-slow',
    'The answer is longer than what can wait for a slow client: read the session, or ask again without streaming.',
  )
}
