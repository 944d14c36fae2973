import type { Command } from '../../command.js'
import { storedRecord } from '../sessions/stored-record.js'
import { chooseSetting, offerValues } from './choose-setting.js'

export interface PersonalityServices {
  /** The configured personalities, by name. */
  readonly personalities: () => readonly Personality[]
}

export interface Personality {
  readonly name: string
  readonly description?: string
}

const noChange = 'A session keeps its personality: use /new, then /personality.'

/** `/personality [name | none]`: chooses the personality. */
export function personalityCommand({ personalities }: PersonalityServices): Command {
  return {
    name: 'personality',
    usage: '[name | none]',
    description: 'show or choose the personality of new sessions',
    category: 'settings',
    changesChoice: true,
    complete: async (prefix) =>
      [...personalities().map(({ name }) => name), 'none']
        .filter((name) => name.startsWith(prefix))
        .map((text) => ({ text })),
    async run(args, context) {
      const known = personalities()
      const current = context.conversation.choice.personality
      if (args === '') {
        if (known.length === 0) return { type: 'text', text: 'The config has no personalities.' }
        const values = known.map(({ name, description }) => ({
          label: name,
          isCurrent: name === current,
          ...(description !== undefined && { detail: description }),
        }))
        return offerValues(`Personality: ${current ?? 'none'}.`, values, '/personality')
      }
      if (args !== 'none' && !known.some(({ name }) => name === args)) {
        const names = known.map(({ name }) => name).join(', ')
        return {
          type: 'error',
          text: `There is no personality "${args}". ${names === '' ? 'The config has none.' : `There are: ${names}.`}`,
        }
      }
      if (await storedRecord(context)) return { type: 'error', text: noChange }
      return chooseSetting(context, { personality: args === 'none' ? null : args }, `Personality: ${args}.`)
    },
  }
}
