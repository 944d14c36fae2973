import type { MessageTimes } from '../render/message-times.js'
import type { TerminalCommand } from './terminal-command.js'

const words = ['on', 'off']

/** `/timestamps [on | off]`: without an argument, the other of the two. */
export function timestampsCommand(times: Pick<MessageTimes, 'isShown'>): TerminalCommand {
  return {
    name: 'timestamps',
    usage: '[on | off]',
    description: 'show when each message was written',
    category: 'settings',
    surfaces: ['terminal'],
    complete: async (prefix) => words.filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args) {
      if (args !== '' && !words.includes(args)) return { type: 'error', text: 'It is on or off.' }
      times.isShown = args === '' ? !times.isShown : args === 'on'
      return {
        type: 'text',
        text: times.isShown ? 'Messages are shown with their times.' : 'Messages are shown without their times.',
      }
    },
  }
}
