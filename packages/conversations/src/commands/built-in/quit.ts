import type { SessionId } from '@hermes/core'
import { deleteConversation } from '../../stored/delete-conversation.js'
import type { Command, CommandContext } from '../command.js'
import { leaveConversation } from './new.js'

export interface QuitServices {
  readonly endSession?: (id: SessionId, reason: string, context: CommandContext) => Promise<void>
}

/** `/quit [--delete]` */
export function quitCommand({ endSession }: QuitServices = {}): Command {
  return {
    name: 'quit',
    aliases: ['exit'],
    usage: '[--delete]',
    description: 'leave; with --delete the session is removed',
    category: 'session',
    surfaces: ['terminal'],
    isDestructive: (args) => args === '--delete',
    complete: async (prefix) => ['--delete'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      if (args === '') return { type: 'leave' }
      if (args !== '--delete') {
        return { type: 'error', text: 'To leave: /quit, or /quit --delete to remove the session, too.' }
      }
      const { conversation, store, signal } = context
      await leaveConversation(context, endSession, 'deleted')
      // The final writes of the turn must not come afterwards.
      await conversation.betweenTurns(() => deleteConversation(store, conversation.id), { signal })
      return { type: 'leave', text: 'The session was removed.' }
    },
  }
}
