import { describeError, type HermesError } from '@hermes/core'
import type { CommandOutcome } from '../../../contracts/command-outcome.js'
import type { Command } from '../../command.js'

export interface ReloadServices {
  /** Reloads settings, variables and logins. Resolves to `undefined` when nothing has changed. */
  readonly reload: () => Promise<Reloaded | undefined>
}

export type Reloaded =
  | {
      readonly status: 'applied'
      /** The changed settings and variables. */
      readonly paths: readonly string[]
      readonly variables: readonly string[]
      /** The changes that only apply after a restart. */
      readonly needRestart: readonly string[]
    }
  /** The new settings are invalid: the previous ones stay in effect. */
  | { readonly status: 'refused'; readonly error: HermesError }
  /** The settings were invalid, and are valid and unchanged again. */
  | { readonly status: 'repaired' }

/** `/reload`: reloads edited settings without waiting for the next turn. */
export function reloadCommand({ reload }: ReloadServices): Command {
  return {
    name: 'reload',
    description: 'reload settings, variables and logins',
    category: 'settings',
    who: 'admin',
    run: async () => describeReload(await reload()),
  }
}

/** Describes what has changed, and what takes effect later. */
export function describeReload(reloaded: Reloaded | undefined): CommandOutcome {
  if (!reloaded) return { type: 'text', text: 'Nothing has changed.' }
  if (reloaded.status === 'refused') {
    return { type: 'error', text: `The settings stay as they were: ${describeError(reloaded.error)}` }
  }
  if (reloaded.status === 'repaired') return { type: 'text', text: 'The settings are valid again.' }
  const { paths, variables, needRestart } = reloaded
  const late = needRestart.length > 0 ? ` Restart Hermes to apply ${toList(needRestart)}.` : ''
  return { type: 'text', text: `Changed from the next turn on: ${toList([...paths, ...variables])}.${late}` }
}

function toList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
