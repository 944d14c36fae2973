import type { BusyMode } from '../../contracts/busy-mode.js'
import type { Command } from '../command.js'
import { offerValues } from './choose-setting.js'

const meanings: Readonly<Record<BusyMode, string>> = {
  queue: 'a message during a turn waits for its end',
  steer: 'a message during a turn reaches the model with its next tool results',
  interrupt: 'a message during a turn ends it and starts a new one',
}

const modes: readonly BusyMode[] = ['queue', 'steer', 'interrupt']

/** `/busy [queue | steer | interrupt]` */
export function busyCommand(): Command {
  return {
    name: 'busy',
    usage: '[queue | steer | interrupt | status]',
    description: 'show what happens to what you say during a turn, or set it',
    category: 'settings',
    complete: async (prefix) =>
      modes.filter((mode) => mode.startsWith(prefix)).map((text) => ({ text, detail: meanings[text] })),
    async run(args, { conversation }) {
      const { busyMode } = conversation.state
      if (args === 'status') return { type: 'text', text: `${busyMode}: ${meanings[busyMode]}.` }
      if (args === '') {
        const values = modes.map((label) => ({ label, detail: meanings[label], isCurrent: label === busyMode }))
        return offerValues(`${busyMode}: ${meanings[busyMode]}.`, values, '/busy')
      }
      if (!isMode(args)) return { type: 'error', text: `The modes are ${modes.join(', ')}.` }
      conversation.setBusyMode(args)
      return { type: 'text', text: `${args}: ${meanings[args]}.` }
    },
  }
}

function isMode(text: string): text is BusyMode {
  return Object.hasOwn(meanings, text)
}
