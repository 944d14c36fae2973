import type { Command } from '../command.js'
import { chooseSetting } from './choose-setting.js'

const words = ['on', 'off', 'status']

/** `/fast [on | off | status]`: priority processing, if the provider offers it. Toggles without an argument. */
export function fastCommand(): Command {
  return {
    name: 'fast',
    usage: '[on | off | status]',
    description: 'have the model answer sooner, at a higher price',
    category: 'model',
    complete: async (prefix) => words.filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args, context) {
      const isFast = context.conversation.choice.speed === 'fast'
      if (args === 'status') return { type: 'text', text: isFast ? 'Fast mode is on.' : 'Fast mode is off.' }
      if (args !== '' && !words.includes(args))
        return { type: 'error', text: 'Use /fast on, /fast off or /fast status.' }
      const wanted = args === '' ? !isFast : args === 'on'
      return wanted
        ? chooseSetting(context, { speed: 'fast' }, 'Fast mode is on, for this model only. Its calls cost more.')
        : chooseSetting(context, { speed: null }, 'Fast mode is off.')
    },
  }
}
