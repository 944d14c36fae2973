import { describeError, type HermesError } from '@hermes/core'
import type { CommandOutcome } from '../../contracts/command-outcome.js'
import type { Command } from '../command.js'

export interface ReloadServices {
  /** Reads the settings, variables and logins again. `undefined`: they are as they were. */
  readonly reload: () => Promise<Reloaded | undefined>
}

export type Reloaded =
  | {
      readonly status: 'applied'
      /** Settings and variables that have changed. */
      readonly paths: readonly string[]
      readonly variables: readonly string[]
      /** Those that count only for a program that is started again. */
      readonly needRestart: readonly string[]
    }
  /** What was read cannot be used: the settings before it still count. */
  | { readonly status: 'refused'; readonly error: HermesError }

/** `/reload`: reads what people write by hand again, without waiting for the next turn. */
export function reloadCommand({ reload }: ReloadServices): Command {
  return {
    name: 'reload',
    description: 'read the settings, variables and logins again',
    category: 'settings',
    who: 'admin',
    run: async () => describe(await reload()),
  }
}

function describe(reloaded: Reloaded | undefined): CommandOutcome {
  if (!reloaded) return { type: 'text', text: 'Nothing has changed.' }
  if (reloaded.status === 'refused') {
    return { type: 'error', text: `The settings stay as they were: ${describeError(reloaded.error)}` }
  }
  const { paths, variables, needRestart } = reloaded
  const late = needRestart.length > 0 ? ` Start Hermes again for ${toList(needRestart)}.` : ''
  return { type: 'text', text: `Changed from the next turn on: ${toList([...paths, ...variables])}.${late}` }
}

function toList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
