import { HermesError, type SessionId } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../../command.js'
import { storedRecord } from './stored-record.js'

/** Ends the session: its background work is stopped, and plugins are notified. */
export type EndSession = (id: SessionId, reason: string, context: CommandContext) => Promise<void>

/**
 * Describes what {@link abandonConversation} would end and drop, for the confirmation before it. Returns `undefined` if
 * there is nothing to lose.
 */
export function lossOf({ conversation, person }: CommandContext): string | undefined {
  if (conversation.state.activity === 'idle') return undefined
  const count = conversation.waitingFrom(person).length
  if (count === 0) return 'The running turn ends.'
  return english`The running turn ends, which drops ${waitingMessages(count)}.`
}

/**
 * Leaves the conversation and cancels this person's queued messages, whose answers would go unseen.
 * @returns a sentence about what was ended and dropped; `undefined` if nothing was running.
 */
export async function abandonConversation(
  context: CommandContext,
  endSession: EndSession | undefined,
  reason = 'new_session',
): Promise<string | undefined> {
  const { conversation, person } = context
  const isRunning = conversation.state.activity !== 'idle'
  const waiting = conversation.waitingFrom(person).flatMap(({ id }) => conversation.submissionOf(id) ?? [])
  const cancelled = await Promise.all(waiting.map((submission) => submission.cancel('The user left the conversation.')))
  await leaveConversation(context, endSession, reason)
  if (!isRunning) return undefined
  const count = cancelled.filter(Boolean).length
  if (count === 0) return 'The running turn was ended.'
  return english`The running turn was ended, which dropped ${waitingMessages(count)}.`
}

/** Ends the running turn and the session, and drops the commands that wait for the turn. */
export async function leaveConversation(
  context: CommandContext,
  endSession: EndSession | undefined,
  reason: string,
): Promise<void> {
  const { conversation } = context
  // Waiting commands run when the turn ends, which happens next.
  context.leave?.()
  conversation.interrupt('The user left the conversation.')
  if (!endSession || !(await storedRecord(context))) return
  try {
    await endSession(conversation.id, reason, context)
  } catch (error) {
    // The session has been deleted: there is nothing to end.
    if (!HermesError.is(error) || error.code !== 'store/not-found') throw error
  }
}

function waitingMessages(count: number): string {
  return english.count(count, 'waiting message')
}
