import type { Choice } from '@hermes/core'
import type { Command } from '../../command.js'
import { chooseSetting } from './choose-setting.js'

type Speed = NonNullable<Choice['speed']>

const told: Readonly<Record<Speed | 'off', string>> = {
  fast: 'Fast mode is on, for this model only. Its calls cost more.',
  auto: 'Fast mode is on at the beginning of each turn, for this model only. These calls cost more.',
  cold: 'Fast mode is on at the beginning of a session, for this model only. These calls cost more.',
  off: 'Fast mode is off.',
}

const states: Readonly<Record<Speed | 'off', string>> = {
  fast: 'Fast mode is on.',
  auto: 'Fast mode is on at the beginning of each turn.',
  cold: 'Fast mode is on at the beginning of a session.',
  off: 'Fast mode is off.',
}

const modes: Readonly<Record<string, Speed | 'off'>> = { on: 'fast', off: 'off', auto: 'auto', cold: 'cold' }
const words = [...Object.keys(modes), 'status']

/** `/fast [on | off | auto | cold | status]`: priority processing, if the provider offers it. Toggles without an argument. */
export function fastCommand(): Command {
  return {
    name: 'fast',
    usage: '[on | off | auto | cold | status]',
    description: 'get faster answers at a higher price',
    category: 'model',
    changesChoice: true,
    complete: async (prefix) => words.filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const { speed = 'off' } = context.conversation.choice
      if (args === 'status') return { type: 'text', text: states[speed] }
      const toggled = speed === 'off' ? 'fast' : 'off'
      const wanted = args === '' ? toggled : Object.hasOwn(modes, args) ? modes[args] : undefined
      if (wanted === undefined)
        return { type: 'error', text: 'Use /fast on, /fast off, /fast auto, /fast cold or /fast status.' }
      return chooseSetting(context, { speed: wanted === 'off' ? null : wanted }, told[wanted])
    },
  }
}
