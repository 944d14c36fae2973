import type { HermesError } from '@hermes/core'
import { listConfigKeys } from '../document/config-keys.js'
import { valueAt } from '../document/value-at.js'
import type { ConfigSnapshot } from './config-snapshot.js'

/** The outcome of a change of the settings, to be shown once. */
export type ConfigChange =
  /** The change applies from the turn that starts now. */
  | {
      readonly status: 'applied'
      /** The paths of the changed settings, such as `model.default`. */
      readonly paths: readonly string[]
      /** The names of the changed variables. */
      readonly variables: readonly string[]
      /** The `paths` that only apply after a restart. */
      readonly needRestart: readonly string[]
    }
  /** The change was rejected. The previous settings stay in effect. */
  | { readonly status: 'refused'; readonly error: HermesError }
  /** After `refused`: the files contain the settings that are in effect again. */
  | { readonly status: 'repaired' }

/** Settings of resources that stay open: the store, the environment for commands, the log, the questions. */
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
const live: readonly string[] = [
  'terminal.timeout',
  'gateway.api_server.key',
  'gateway.api_server.keys',
  'gateway.api_server.model_routes',
  'gateway.api_server.direct_model_requests',
  'gateway.api_server.files',
  'gateway.message_timestamps',
]

type Settings = Pick<ConfigSnapshot, 'config' | 'variables'>

/** Compares two versions of the settings. Returns `undefined` if nothing has changed. */
export function changeBetween(before: Settings, after: Settings): ConfigChange | undefined {
  const paths = listConfigKeys()
    .map(({ path }) => path)
    .filter((path) => textOf(before, path) !== textOf(after, path))
  const names = new Set([...Object.keys(before.variables), ...Object.keys(after.variables)])
  const variables = [...names].filter((name) => before.variables[name] !== after.variables[name])
  if (paths.length === 0 && variables.length === 0) return undefined
  const needRestart = paths.filter((path) => isBelow(path, fixed) && !isBelow(path, live))
  return { status: 'applied', paths, variables, needRestart }
}

function textOf({ config }: Settings, path: string): string | undefined {
  return JSON.stringify(valueAt(config, path))
}

function isBelow(path: string, sections: readonly string[]): boolean {
  return sections.some((section) => path === section || path.startsWith(`${section}.`))
}
