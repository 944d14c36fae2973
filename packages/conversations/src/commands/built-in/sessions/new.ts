import type { Command } from '../../command.js'
import { abandonConversation, type EndSession, lossOf } from './leave-conversation.js'
import type { NewTarget } from './new-target.js'
import { storedRecord } from './stored-record.js'
import { freeTitle } from './title.js'

export interface NewServices {
  readonly newTarget: NewTarget
  readonly endSession?: EndSession
}

/** `/new [title]`: starts another conversation. Ends the turn of the current one, which stays stored. */
export function newCommand({ newTarget, endSession }: NewServices): Command {
  return {
    name: 'new',
    aliases: ['reset'],
    usage: '[title] [now | -y]',
    description: 'start a new session',
    category: 'session',
    opensConversation: true,
    isDestructive: async (_, context) => (await storedRecord(context)) !== undefined,
    lossOf,
    async run(args, context) {
      const title = args === '' ? undefined : await freeTitle(args, context)
      const lost = await abandonConversation(context, endSession)
      return {
        type: 'open',
        target: newTarget(context, title === undefined ? {} : { title }),
        text: ['A new session starts with your next message.', lost].filter(Boolean).join(' '),
      }
    },
  }
}
