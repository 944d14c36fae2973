import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command, Completion } from '../../command.js'
import { describeReload, type ReloadServices } from '../settings/reload.js'
import { type Fact, factTable } from './status.js'

export interface ConfigServices {
  readonly settings: {
    /** Lists the settings by key, with secrets masked. `changed`: those that differ from their defaults. */
    list(which: 'changed' | 'all'): readonly Fact[]
    /**
     * Changes a setting.
     * @throws {ConfigError} when there is no such setting, the value is invalid, or it is a secret.
     */
    set(path: string, text: string): Promise<unknown>
    /** Restores the default. Resolves to `undefined` when the setting was not set. */
    unset(path: string): Promise<object | undefined>
  }
}

/** `/config [all | KEY]`, `/config set KEY VALUE` and `/config unset KEY`: shows and changes settings. */
export function configCommand({ settings, reload }: ConfigServices & ReloadServices): Command {
  const names = () => settings.list('all').map(({ name }) => name)
  return {
    name: 'config',
    usage: '[all | key | set key value | unset key]',
    description: 'show or change the settings',
    category: 'settings',
    who: 'admin',
    complete: async (prefix) => completions(prefix, names()),
    async run(args) {
      const change = readChange(args)
      if (change === undefined) return shownSettings(args, settings)
      const { path, text } = change
      if (path === '' || (change.action === 'set' && text === '')) return usage
      if (change.action === 'set') await settings.set(path, text)
      else if ((await settings.unset(path)) === undefined) return { type: 'text', text: `\`${path}\` was not set.` }
      return describeReload(await reload())
    },
  }
}

const usage: CommandOutcome = { type: 'error', text: 'Write /config set KEY VALUE, or /config unset KEY.' }

/** Parses a line of arguments that changes a setting. */
export function readChange(args: string) {
  const [, action, path = '', text = ''] = /^(set|unset)(?:\s+(\S+)(?:\s+(\S.*))?)?$/s.exec(args.trim()) ?? []
  return action === undefined ? undefined : { action, path, text }
}

function shownSettings(args: string, { list }: ConfigServices['settings']): CommandOutcome {
  const isKey = args !== '' && args !== 'all'
  const facts = list(args === '' ? 'changed' : 'all')
  const shown = isKey ? facts.filter(({ name }) => name === args || name.startsWith(`${args}.`)) : facts
  if (shown.length > 0) return factTable(shown)
  return { type: 'text', text: isKey ? `There is no setting ${args}.` : 'Every setting has its default.' }
}

function completions(prefix: string, names: readonly string[]): readonly Completion[] {
  const verb = /^(?:un)?set\s+/.exec(prefix)?.[0] ?? ''
  const started = prefix.slice(verb.length)
  return names.filter((name) => name.startsWith(started)).map((name) => ({ text: verb + name }))
}
