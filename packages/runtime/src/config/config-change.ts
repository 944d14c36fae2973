import type { HermesError } from '@hermes/core'
import { listConfigKeys } from './config-keys.js'
import type { ConfigSnapshot } from './config-snapshot.js'
import { getConfigValue } from './edit-config.js'

/** What became of a change of the settings, for the user to see once. */
export type ConfigChange =
  /** It counts from the turn on that begins now. */
  | {
      readonly status: 'applied'
      /** The settings that have changed: `model.default`. */
      readonly paths: readonly string[]
      /** Names of the variables that have changed. */
      readonly variables: readonly string[]
      /** Those of `paths` that count for a program that is started anew. */
      readonly needRestart: readonly string[]
    }
  /** The settings before it still count. */
  | { readonly status: 'refused'; readonly error: HermesError }

/** What was opened by them stays as it is: the store, the environment of commands, the log, the questions. */
const fixed: readonly string[] = [
  'store',
  'database',
  'auxiliary.embedding',
  'environment',
  'terminal',
  'logging',
  'gateway',
  'security.redact_secrets',
  'approvals.timeout',
  'agent.clarify_timeout',
]
const live: readonly string[] = ['terminal.timeout']

/** `undefined` where nothing has changed. */
export function changeBetween(before: ConfigSnapshot, after: ConfigSnapshot): ConfigChange | undefined {
  const paths = listConfigKeys()
    .map(({ path }) => path)
    .filter((path) => textOf(before, path) !== textOf(after, path))
  const names = new Set([...Object.keys(before.variables), ...Object.keys(after.variables)])
  const variables = [...names].filter((name) => before.variables[name] !== after.variables[name])
  if (paths.length === 0 && variables.length === 0) return undefined
  const needRestart = paths.filter((path) => isBelow(path, fixed) && !isBelow(path, live))
  return { status: 'applied', paths, variables, needRestart }
}

function textOf({ config }: ConfigSnapshot, path: string): string | undefined {
  return JSON.stringify(getConfigValue(config, path))
}

function isBelow(path: string, sections: readonly string[]): boolean {
  return sections.some((section) => path === section || path.startsWith(`${section}.`))
}
