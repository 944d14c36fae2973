import { HermesError, type SessionId } from '@hermes/core'
import type { Command, CommandContext } from '../command.js'
import type { NewTarget } from './new-target.js'
import { storedRecord } from './stored-record.js'
import { freeTitle } from './title.js'

export interface NewServices {
  readonly newTarget: NewTarget
  /** Ends the session: its background work is stopped, and plugins are notified. */
  readonly endSession?: (id: SessionId, reason: string, context: CommandContext) => Promise<void>
}

/** `/new [title]`: starts another conversation and leaves the current one as it is. */
export function newCommand({ newTarget, endSession }: NewServices): Command {
  return {
    name: 'new',
    aliases: ['reset'],
    usage: '[title] [now | -y]',
    description: 'begin a new session',
    category: 'session',
    isDestructive: async (_, context) => (await storedRecord(context)) !== undefined,
    async run(args, context) {
      const title = args === '' ? undefined : await freeTitle(args, context)
      await leaveConversation(context, endSession)
      return {
        type: 'open',
        target: newTarget(context, title === undefined ? {} : { title }),
        text: 'A new session starts with your next message.',
      }
    },
  }
}

/** Ends the running turn and the session, and drops what waits for the turn. */
export async function leaveConversation(
  context: CommandContext,
  endSession: NewServices['endSession'],
  reason = 'new_session',
): Promise<void> {
  const { conversation } = context
  // They would run when the turn ends, which is now.
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
