import { ConfigError } from '@hermes/core'
import type { AuxiliaryTask } from '@hermes/core/wiring'
import { type KeptCredential, type ResolvedProvider, resolveProvider } from '@hermes/transports'
import type { RuntimeOptions } from '../../runtime-options.js'
import type { Config } from '../../schema/config-schema.js'
import { isReplay } from '../choose-transport.js'
import { ownServers } from '../own-servers.js'
import { resolveFallbacks } from '../resolve-fallbacks.js'

/** The providers that each task tries before the model of the conversation, in order. */
export type SideProviders = Readonly<Record<AuxiliaryTask, readonly ResolvedProvider[]>>

export interface ResolvedSideProviders {
  readonly providers: SideProviders
  /** One sentence for each entry of a `fallback_chain` that is left out. */
  readonly warnings: readonly string[]
}

/**
 * Resolves the providers configured in the section `auxiliary`. An entry of a `fallback_chain` without a key or login is left out.
 * @throws {ConfigError} when an entry cannot work for another reason.
 */
export function resolveSideProviders(
  settings: Pick<RuntimeOptions, 'config' | 'variables' | 'credentials'>,
): ResolvedSideProviders {
  const { config, variables, credentials } = settings
  const warnings: string[] = []
  const providersOf = (task: AuxiliaryTask): readonly ResolvedProvider[] => {
    // A recording replaces all providers.
    if (isReplay(config)) return []
    const own = blaming(task, () => ownProvider(task, config, variables, credentials?.kept))
    const chain = resolveFallbacks(settings, {
      references: config.auxiliary[task].fallback_chain,
      path: `auxiliary.${task}.fallback_chain`,
      kind: `The ${task} fallback`,
    })
    warnings.push(...chain.warnings)
    return unlikeEachOther([...(own ? [own] : []), ...chain.providers])
  }
  const providers: SideProviders = {
    compression: providersOf('compression'),
    title_generation: providersOf('title_generation'),
    background_review: providersOf('background_review'),
    vision: providersOf('vision'),
    approval: providersOf('approval'),
    scan_judge: providersOf('scan_judge'),
    side_question: providersOf('side_question'),
    goal_judge: providersOf('goal_judge'),
    mcp: providersOf('mcp'),
  }
  return { providers, warnings }
}

/** Returns the provider that a side task asks first; `undefined` if the task has no settings. @throws {ConfigError} when a provider cannot work. */
export function resolveSideProvider(
  task: AuxiliaryTask,
  settings: Parameters<typeof resolveSideProviders>[0],
): ResolvedProvider | undefined {
  return resolveSideProviders(settings).providers[task][0]
}

/** Returns the task's own provider; `undefined` if it uses the model of the conversation. */
function ownProvider(
  task: AuxiliaryTask,
  config: Config,
  variables: RuntimeOptions['variables'],
  kept: readonly KeptCredential[] = [],
): ResolvedProvider | undefined {
  const { auxiliary, model: main, transport } = config
  const { provider, model, base_url, api_key, key_env, api_mode } = auxiliary[task]
  const isMain = provider === 'auto' && base_url === undefined
  if (isMain && model === '') return undefined
  if (isMain && transport) {
    throw new ConfigError(
      'provider',
      `Set auxiliary.${task}.provider, too: the transport "${transport.use}" has its own.`,
    )
  }
  const apiKey = api_key ?? (key_env === undefined ? undefined : variables[key_env])
  const ownKey = apiKey && { apiKey }
  const ownMode = api_mode && { apiMode: api_mode }
  const servers = ownServers(config)
  if (!isMain)
    return resolveProvider(
      { provider, model, ...(base_url && { baseUrl: base_url }), ...ownKey, ...ownMode, servers },
      variables,
      kept,
    )
  return resolveProvider(
    {
      provider: main.provider,
      model,
      ...(main.base_url && { baseUrl: main.base_url }),
      ...(main.api_key && { apiKey: main.api_key }),
      ...(main.api_mode && { apiMode: main.api_mode }),
      ...ownKey,
      ...ownMode,
      servers,
    },
    variables,
    kept,
  )
}

/** Adds the name of the side task to the error for an invalid setting. */
function blaming<Result>(task: AuxiliaryTask, resolve: () => Result): Result {
  try {
    return resolve()
  } catch (error) {
    if (!ConfigError.is(error)) throw error
    throw new ConfigError(`auxiliary.${task}`, `The side task "${task}" has no provider: ${error.message}`, {
      cause: error,
    })
  }
}

function unlikeEachOther(providers: readonly ResolvedProvider[]): readonly ResolvedProvider[] {
  return [
    ...new Map(providers.map((each) => [JSON.stringify([each.provider, each.baseUrl, each.model]), each])).values(),
  ]
}
