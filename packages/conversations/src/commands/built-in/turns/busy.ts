import type { BusyMode } from '../../../contracts/busy-mode.js'
import type { Command } from '../../command.js'
import { offerValues } from '../settings/choose-setting.js'

/** What a message does during a turn in each mode. */
export const busyMeanings: Readonly<Record<BusyMode, string>> = {
  queue: 'a message during a turn waits for its end',
  steer: 'a message during a turn reaches the model with its next tool results',
  interrupt: 'a message during a turn ends it and starts a new one',
}

const modes: readonly BusyMode[] = ['queue', 'steer', 'interrupt']

/** `/busy [queue | steer | interrupt]`: sets what a message does during a turn. */
export function busyCommand(): Command {
  return {
    name: 'busy',
    usage: '[queue | steer | interrupt | status]',
    description: 'show or set how messages during a turn are handled',
    category: 'settings',
    complete: async (prefix) =>
      modes.filter((mode) => mode.startsWith(prefix)).map((text) => ({ text, detail: busyMeanings[text] })),
    async run(args, { conversation }) {
      const { busyMode } = conversation.state
      if (args === 'status') return { type: 'text', text: `${busyMode}: ${busyMeanings[busyMode]}.` }
      if (args === '') {
        const values = modes.map((label) => ({ label, detail: busyMeanings[label], isCurrent: label === busyMode }))
        return offerValues(`${busyMode}: ${busyMeanings[busyMode]}.`, values, '/busy')
      }
      if (!isMode(args)) return { type: 'error', text: `The modes are ${modes.join(', ')}.` }
      conversation.setBusyMode(args)
      return { type: 'text', text: `${args}: ${busyMeanings[args]}.` }
    },
  }
}

function isMode(text: string): text is BusyMode {
  return Object.hasOwn(busyMeanings, text)
}
