import { stat } from 'node:fs/promises'
import { ConfigError, describeError, type Remedy } from '@hermes/core'
import { maskUrl } from '@hermes/safety'
import { listConfigKeys } from '../config/document/config-keys.js'
import { valueAt } from '../config/document/value-at.js'
import type { LoadedConfig } from '../config/load/load-config.js'
import { settleConfig } from '../config/load/settle-config.js'
import type { ConfigSource } from '../config/sources/config-layers.js'
import { callerSections } from '../config/sources/unset-secrets.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import { isSection } from '../schema/section.js'

/** One line of `hermes config show`. */
export interface ConfigRow {
  readonly path: string
  /** The value of the setting; `undefined` if it has neither a value nor a default. Of a secret, at most the last characters are shown. */
  readonly value: unknown
  readonly source: ConfigSource
  readonly default: unknown
  readonly description: string
}

/** Matches names of secrets in free-form settings, which have no schema here. */
export const secretName = /key|token|secret|passw|credential|auth/i

/** Describes all settings with their values and sources. Secrets are masked. */
export function describeConfig({ config, sources }: Pick<LoadedConfig, 'config' | 'sources'>): readonly ConfigRow[] {
  return listConfigKeys().map(({ path, description, default: standard, isSecret }) => {
    const value = valueAt(config, path)
    return {
      path,
      value: mask(value, isSecret),
      source: sourceOf(path, sources),
      default: standard,
      description,
    }
  })
}

/** A finding of `hermes config check`. */
export interface ConfigFinding {
  /** The severity. `error`: Hermes, one of its servers or a chat network does not start. */
  readonly level: 'error' | 'warning'
  /** The path of the setting, if the finding concerns one. */
  readonly path: string
  readonly text: string
  /** The remedy. Absent if the text contains it. */
  readonly remedy?: Remedy
}

/** Returns all problems of a home's settings; empty if there are none. Changes nothing. */
export async function checkConfig(paths: HomePaths, variables: Variables): Promise<readonly ConfigFinding[]> {
  const exposed = await findExposedFiles(paths)
  try {
    const settled = await settleConfig({ paths, variables, acceptsSecretsOf: callerSections })
    const { validation, warnings, foreign, remedy } = settled
    const found =
      'errors' in validation
        ? validation.errors.map((error) => ({ ...toFinding(error), ...(remedy && { remedy }) }))
        : await findProblemsInUse(validation.config, paths, settled.variables)
    const ofPython = foreign.map((text) => ({ ...toWarning(text), ...(remedy && { remedy }) }))
    return [...found, ...ofPython, ...warnings.map(toWarning), ...exposed]
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    return [toFinding(error), ...exposed]
  }
}

/** Imported on demand, because it depends on every kind of extension and on the models. */
async function findProblemsInUse(
  config: Config,
  paths: HomePaths,
  variables: Variables,
): Promise<readonly ConfigFinding[]> {
  const [
    { checkExtensions },
    { nameErrors },
    { findUnpricedLimits },
    { ephemeralProblem },
    { describeUnconnected, findUnconnectedNetworks },
  ] = await Promise.all([
    import('./check-extensions.js'),
    import('./name-errors.js'),
    import('./unpriced-limits.js'),
    import('./ephemeral-problem.js'),
    import('../platforms/unconnected-networks.js'),
  ])
  const ofFile = await ephemeralProblem({ config, variables }, paths)
  const ofExtensions = await checkExtensions(config, paths, variables)
  const errors = [...nameErrors(config), ...ofExtensions, ...(ofFile ? [ofFile] : [])]
  const networks = await findUnconnectedNetworks({ platforms: config.platforms, variables, paths })
  const missing = new Set(networks.map(({ name, missing }) => `platforms.${name}.${missing}`))
  const unpriced = await findUnpricedLimits(config, paths, variables)
  return [
    ...errors.filter(({ path }) => !missing.has(path)).map(toFinding),
    ...networks.map((network) => {
      const path = `platforms.${network.name}`
      // A network with a section in the settings is an error, because the gateway will report that it cannot connect.
      const level = Object.hasOwn(config.platforms, network.name) ? 'error' : 'warning'
      return { level, path, text: describeUnconnected(network), remedy: network.remedy } as const
    }),
    ...unpriced.map((limit) => ({ level: 'warning', ...limit }) as const),
  ]
}

function mask(value: unknown, isSecret: boolean): unknown {
  if (typeof value === 'string') return isSecret ? maskSecret(value) : maskUrl(value)
  if (Array.isArray(value)) return value.map((item) => mask(item, isSecret))
  if (!isSection(value)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, item]) => [name, mask(item, isSecret || secretName.test(name))]))
}

/** Shows enough of a secret to tell it apart from others, but too little to use it. */
function maskSecret(secret: string): string {
  return secret.length >= 16 ? `...${secret.slice(-4)}` : '***'
}

function sourceOf(path: string, sources: LoadedConfig['sources']): ConfigSource {
  const inner = [...sources.keys()].find((key) => key === path || key.startsWith(`${path}.`))
  return (inner !== undefined && sources.get(inner)) || 'default'
}

async function findExposedFiles({ env, config }: HomePaths): Promise<readonly ConfigFinding[]> {
  if (process.platform === 'win32') return []
  const modes = await Promise.all([env, config].map(async (file) => ({ file, mode: await modeOf(file) })))
  return modes
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ file }) => toWarning(`Other users may read ${file}, which can hold keys: run "chmod 600 ${file}".`))
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mode ?? 0
}

function toFinding(error: ConfigError): ConfigFinding {
  return { level: 'error', path: error.path, text: describeError(error) }
}

function toWarning(text: string): ConfigFinding {
  return { level: 'warning', path: '', text }
}
