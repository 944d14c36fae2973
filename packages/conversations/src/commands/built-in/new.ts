import { HermesError, type SessionId } from '@hermes/core'
import type { Command, CommandContext } from '../command.js'
import type { NewTarget } from './new-target.js'
import { storedRecord } from './stored-record.js'
import { freeTitle } from './title.js'

export interface NewServices {
  readonly newTarget: NewTarget
  /** Ends the session: what it started in the background ends, and plugins hear of it. */
  readonly endSession?: (id: SessionId, reason: string, context: CommandContext) => Promise<void>
}

/** `/new [title]`: leaves the conversation as it is and begins another one. */
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
        text: 'A new session begins with your next message.',
      }
    },
  }
}

/** Ends the turn that runs, and the session. */
export async function leaveConversation(
  context: CommandContext,
  endSession: NewServices['endSession'],
  reason = 'new_session',
): Promise<void> {
  const { conversation } = context
  conversation.interrupt('The conversation was left.')
  if (!endSession || !(await storedRecord(context))) return
  try {
    await endSession(conversation.id, reason, context)
  } catch (error) {
    // It was deleted meanwhile: there is nothing to end.
    if (!HermesError.is(error) || error.code !== 'store/not-found') throw error
  }
}
