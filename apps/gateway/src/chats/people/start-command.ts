import type { Command } from '@hermes/conversations/commands'

/** `/start`: Telegram sends it when a person opens the chat. */
export const startCommand: Command = {
  name: 'start',
  description: 'say how to talk to the agent',
  // So that `/sta` stays enough for /status.
  category: 'extension',
  surfaces: ['chat'],
  who: 'anyone',
  run: async () => ({ type: 'text', text: 'Write a message, and I answer. /help lists the commands.' }),
}
