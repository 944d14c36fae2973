import type { Command } from '../command.js'
import { type Fact, factTable } from './status.js'

export interface ConfigServices {
  /** The settings by key, secrets masked; without `all`, only those that differ from their defaults. */
  readonly settings: (which: 'changed' | 'all') => Promise<readonly Fact[]>
}

/** `/config [all | key]` */
export function configCommand({ settings }: ConfigServices): Command {
  return {
    name: 'config',
    usage: '[all | key]',
    description: 'show the settings',
    category: 'settings',
    who: 'admin',
    complete: async (prefix) =>
      (await settings('all')).filter(({ name }) => name.startsWith(prefix)).map(({ name }) => ({ text: name })),
    async run(args) {
      const isKey = args !== '' && args !== 'all'
      const facts = await settings(args === '' ? 'changed' : 'all')
      const shown = isKey ? facts.filter(({ name }) => name === args || name.startsWith(`${args}.`)) : facts
      if (shown.length > 0) return factTable(shown)
      return { type: 'text', text: isKey ? `There is no setting ${args}.` : 'Every setting has its default.' }
    },
  }
}
