import type { Command } from '@hermes/conversations/commands'

/** The command `/start`, which Telegram sends when a person opens the chat. */
export const startCommand: Command = {
  name: 'start',
  description: 'say how to talk to the agent',
  // With this category, `/sta` remains a unique prefix of `/status`.
  category: 'extension',
  surfaces: ['chat'],
  who: 'anyone',
  run: async () => ({ type: 'text', text: 'Write a message, and I answer. /help lists the commands.' }),
}
