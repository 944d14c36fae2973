import type { ConversationEvent, Submission } from '@hermes/conversations'
import { type AgentEvent, HermesError } from '@hermes/core'

/**
 * Yields the events of a submission's turn, or none if it does not become a turn.
 * @throws {HermesError} `gateway/too-slow` when the client read too slowly and events were dropped.
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
    'The client read too slowly for this answer: read the session, or repeat the request without streaming.',
  )
}
