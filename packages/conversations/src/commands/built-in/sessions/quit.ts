import { deleteConversation } from '../../../stored/delete-conversation.js'
import type { Command } from '../../command.js'
import { abandonConversation, type EndSession, lossOf } from './leave-conversation.js'

export interface QuitServices {
  readonly endSession?: EndSession
}

/** `/quit [--delete]`: leaves, and deletes the session on request. */
export function quitCommand({ endSession }: QuitServices = {}): Command {
  return {
    name: 'quit',
    aliases: ['exit'],
    usage: '[--delete]',
    description: 'quit; --delete also deletes the session',
    category: 'session',
    surfaces: ['terminal'],
    isDestructive: (args) => args === '--delete',
    lossOf,
    complete: async (prefix) => ['--delete'].filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      if (args === '') return { type: 'leave' }
      if (args !== '--delete') {
        return { type: 'error', text: 'To leave: /quit, or /quit --delete to remove the session, too.' }
      }
      const { conversation, store, signal } = context
      await abandonConversation(context, endSession, 'deleted')
      // The final writes of the turn must not come after the deletion.
      await conversation.betweenTurns(() => deleteConversation(store, conversation.id), { signal })
      return { type: 'leave', text: 'The session was removed.' }
    },
  }
}
