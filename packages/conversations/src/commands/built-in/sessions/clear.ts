import type { Command } from '../../command.js'
import { abandonConversation, lossOf } from './leave-conversation.js'
import type { NewServices } from './new.js'
import { storedRecord } from './stored-record.js'

export interface ClearServices extends NewServices {
  readonly clearScreen: () => void
}

/** `/clear`: clears the screen and starts a new conversation. */
export function clearCommand({ clearScreen, newTarget, endSession }: ClearServices): Command {
  return {
    name: 'clear',
    description: 'clear the screen and start a new session',
    category: 'session',
    opensConversation: true,
    surfaces: ['terminal'],
    isDestructive: async (_, context) => (await storedRecord(context)) !== undefined,
    lossOf,
    async run(_, context) {
      const lost = await abandonConversation(context, endSession)
      clearScreen()
      return { type: 'open', target: newTarget(context, {}), ...(lost !== undefined && { text: lost }) }
    },
  }
}
