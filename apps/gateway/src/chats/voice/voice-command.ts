import type { Command } from '@hermes/conversations/commands'

/** The entry of `/voice` in the list of commands. The inbox answers it, because it knows the chat. */
export const voiceCommand: Command = {
  name: 'voice',
  usage: '[on | tts | off | status]',
  description: 'say answers to voice messages, or all answers',
  category: 'settings',
  surfaces: ['chat'],
  run: async () => ({ type: 'error', text: 'Write /voice in a chat of the network.' }),
}
