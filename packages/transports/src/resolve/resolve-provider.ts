import { type ApiMode, ConfigError } from '@hermes/core'
import { maskUrl, nearestNames } from '@hermes/safety'
import { regionOf } from '../bedrock/index.js'
import { apiModeOf } from './api-mode.js'
import { type AwsAccess, type AwsSearch, awsAccess, inRegion, isAws } from './aws.js'
import { isLoopbackUrl, originOf } from './origin.js'
import { idOfServer, type OwnServer } from './own-server.js'
import type { KeptCredential, ProviderSettings, Variables } from './provider-settings.js'
import { findPreset, type ProviderPreset, providerPresets } from './providers.js'

/** Data needed to create a transport. */
export interface ResolvedProvider {
  /** Id of the preset or of the user's own server, such as `openrouter`, `custom` or `offline`. */
  readonly provider: string
  /** Name to display. */
  readonly name: string
  readonly apiMode: ApiMode
  /** Base URL without a trailing slash; `''` for `offline`. */
  readonly baseUrl: string
  /** Whether the user set the base URL, which may point to a server other than the provider's. */
  readonly isAddressGiven?: boolean
  /** Address of the user's own server with this name. Keys stored for it belong to this address. */
  readonly ownAddress?: string
  readonly apiKey?: string
  /** Environment variable of the key, even if it is not set. */
  readonly keyVariable?: string
  /** Settings of an AWS provider. */
  readonly aws?: AwsAccess
  readonly model: string
  readonly isLocal: boolean
}

const supportedModes: readonly ApiMode[] = [
  'chat_completions',
  'codex_responses',
  'anthropic_messages',
  'bedrock_converse',
  'offline',
]

/**
 * Resolves the provider of the model. Pure: the variables are passed in.
 *
 * The provider is the named one, else the one with the address `baseUrl` (`custom` for an unknown address), else the
 * first of {@link providerPresets} whose key variable is set, else `offline` if no model is named. The key is the given
 * one, else a variable of the provider, but only if the base URL has the scheme, host and port of its preset, so that
 * no key is sent to another server. `custom` uses the given key or `CUSTOM_API_KEY`, never `OPENAI_API_KEY`. Amazon
 * Bedrock uses the region of `AWS_REGION` (default: us-east-1) and, instead of a key, AWS credentials.
 *
 * A server in `settings.servers` is a provider like a preset. It has its own key, and needs one only if it names a variable.
 *
 * A stored credential counts as a set variable, and its address as the provider's. The result does not contain the stored key.
 *
 * @throws {ConfigError} when no call could succeed. The message says what to set.
 */
export function resolveProvider(
  settings: ProviderSettings,
  variables: Variables,
  kept: readonly KeptCredential[] = [],
): ResolvedProvider {
  const preset = inRegion(choosePreset(settings, variables, kept), settings, variables)
  const apiMode = apiModeOf(preset, settings)
  assertSupported(apiMode, preset)
  const own = kept.filter(({ provider }) => provider === preset.id)
  const baseUrl = baseUrlOf(preset, settings, own)
  const search = { preset, baseUrl, settings, variables }
  const aws = awsAccess(search)
  return {
    provider: preset.id,
    name: preset.name,
    apiMode,
    baseUrl,
    ...(settings.baseUrl?.trim() && { isAddressGiven: true }),
    ...(isOwn(preset) && { ownAddress: preset.baseUrl }),
    ...(aws && { aws }),
    ...keyOf(search, aws?.credentials === undefined && !own.some((credential) => isFor(credential, preset, baseUrl))),
    model: modelOf(preset, settings),
    isLocal: preset.id === 'custom' ? isLoopbackUrl(baseUrl) : preset.isLocal,
  }
}

function isFor(credential: KeptCredential, preset: ProviderPreset, baseUrl: string): boolean {
  return originOf(credential.baseUrl ?? preset.baseUrl) === originOf(baseUrl)
}

function choosePreset(
  { provider, baseUrl, apiMode, model, servers }: ProviderSettings,
  variables: Variables,
  kept: readonly KeptCredential[],
): ProviderPreset {
  if (provider && provider !== 'auto') return requireProvider(provider, servers)
  if (baseUrl) return presetAt(baseUrl)
  if (apiMode === 'offline') return requireProvider('offline')
  const withKey = providerPresets.find(
    (preset) =>
      !preset.isLocal &&
      supportedModes.includes(preset.apiMode) &&
      (variableWithKey(preset, variables) !== undefined || isKept(preset, kept)),
  )
  const offline = requireProvider('offline')
  const wanted = model?.trim()
  if (!withKey && wanted && wanted !== offline.defaultModel) throw noProviderFor(wanted)
  return withKey ?? offline
}

/**
 * Creates the error for a model without a provider. The offline stand-in must not replace a named model, because a
 * script could not tell the difference.
 */
function noProviderFor(model: string): ConfigError {
  return new ConfigError(
    'model.provider',
    `No provider is configured for the model "${model}": name one in model.provider, or set the key of one, such as OPENROUTER_API_KEY.`,
    { remedy: { type: 'set', name: 'model.provider' } },
  )
}

function isKept(preset: ProviderPreset, kept: readonly KeptCredential[]): boolean {
  return kept.some(({ provider, isBorrowed = false }) => provider === preset.id && !isBorrowed)
}

/** @throws {ConfigError} when there is no provider with that name. The message suggests similar names. */
export function requireProvider(id: string, servers: readonly OwnServer[] = []): ProviderPreset {
  const preset = findPreset(id) ?? servers.find((server) => server.id === idOfServer(id))
  if (preset) return preset
  const all = [...servers, ...providerPresets]
  const ids = new Map(all.flatMap((known) => [known.id, known.name].map((name) => [name, known.id])))
  const similar = nearestNames(id, ids.keys(), { limit: 3 }).map((name) => ids.get(name))
  const within = all.map((known) => known.id).filter((known) => known.includes(id.toLowerCase()))
  const near = [...new Set([...similar, ...within])].slice(0, 3).map((known) => `"${known}"`)
  const hint =
    near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${all.map((known) => known.id).join(', ')}.`
  throw new ConfigError('model.provider', `There is no provider "${id}": ${hint}`)
}

function presetAt(baseUrl: string): ProviderPreset {
  const origin = originOf(baseUrl)
  const isAwsUrl = regionOf(baseUrl) !== undefined
  const there = providerPresets.filter((preset) => preset.baseUrl !== '' && originOf(preset.baseUrl) === origin)
  // Plans of one vendor may differ only in the path.
  const plan = there
    .filter((preset) => baseUrl.startsWith(preset.baseUrl))
    .toSorted((left, right) => right.baseUrl.length - left.baseUrl.length)[0]
  return plan ?? there[0] ?? providerPresets.find((preset) => isAwsUrl && isAws(preset)) ?? requireProvider('custom')
}

function assertSupported(apiMode: ApiMode, preset: ProviderPreset): void {
  const isOffline = preset.apiMode === 'offline'
  if (supportedModes.includes(apiMode) && (apiMode === 'offline') === isOffline) return
  throw new ConfigError(
    'model.api_mode',
    `${preset.name} does not support the API "${apiMode}" here: this version supports ${supportedModes.filter((mode) => mode !== 'offline').join(', ')}; use a provider that offers it, such as openrouter.`,
  )
}

function baseUrlOf(preset: ProviderPreset, settings: ProviderSettings, own: readonly KeptCredential[]): string {
  if (preset.apiMode === 'offline') return ''
  const baseUrl = settings.baseUrl?.trim() || own[0]?.baseUrl || preset.baseUrl
  if (baseUrl === '') {
    throw new ConfigError(
      'model.base_url',
      `The provider "${preset.id}" needs the address of its server: set model.base_url, such as http://host:port/v1.`,
      { remedy: { type: 'set', name: 'model.base_url' } },
    )
  }
  if (originOf(baseUrl) === undefined) {
    throw new ConfigError('model.base_url', `"${maskUrl(baseUrl)}" is not a base URL: write it like https://host/v1.`)
  }
  return baseUrl.replace(/(?<!\/)\/+$/, '')
}

function keyOf(
  { preset, baseUrl, settings, variables }: AwsSearch,
  isNeeded: boolean,
): Pick<ResolvedProvider, 'apiKey' | 'keyVariable'> {
  const [firstVariable] = preset.keyVariables
  const given = settings.apiKey?.trim()
  if (given) return { apiKey: given }
  const isOwnHost = preset.id === 'custom' || originOf(baseUrl) === originOf(preset.baseUrl)
  if (isOwnHost && isOwn(preset) && preset.apiKey) return { apiKey: preset.apiKey }
  const variable = isOwnHost ? variableWithKey(preset, variables) : undefined
  const apiKey = variable && variables[variable]?.trim()
  if (variable && apiKey) return { apiKey, keyVariable: variable }
  const isOpen = preset.isLocal || isLoopbackUrl(baseUrl) || (isOwn(preset) && !firstVariable)
  if (isNeeded && !isOpen) throw missingKey(preset, baseUrl, isOwnHost)
  return isOwnHost && firstVariable ? { keyVariable: firstVariable } : {}
}

function isOwn(preset: ProviderPreset): preset is OwnServer {
  return 'isOwn' in preset
}

function missingKey(preset: ProviderPreset, baseUrl: string, isOwnHost: boolean): ConfigError {
  const names = preset.keyVariables.join(' or ')
  const { id: provider, name } = preset
  if (preset.login === 'required') {
    const place = isOwnHost ? '' : ` for ${maskUrl(baseUrl)}`
    return new ConfigError('model.api_key', `${name} needs a login${place}: log in to it first.`, {
      remedy: { type: 'log-in', provider },
    })
  }
  if (isOwnHost) {
    const [variable] = preset.keyVariables
    const key = { type: 'add-key', provider, ...(variable && { variable }) } as const
    return new ConfigError('model.api_key', `${name} needs an API key: set ${names} in the environment.`, {
      remedy: preset.login ? { type: 'log-in', provider } : key,
    })
  }
  return new ConfigError(
    'model.api_key',
    `${names} is sent to ${preset.name}'s own host only, not to ${maskUrl(baseUrl)}: give the key of that server in model.api_key, or use the provider "custom".`,
  )
}

function modelOf(preset: ProviderPreset, settings: ProviderSettings): string {
  const model = settings.model?.trim() || preset.defaultModel
  if (model) return model
  throw new ConfigError('model.default', `No model is chosen for ${preset.name}: set model.default.`, {
    remedy: { type: 'set', name: 'model.default' },
  })
}

function variableWithKey(preset: ProviderPreset, variables: Variables): string | undefined {
  return preset.keyVariables.find((name) => variables[name]?.trim())
}
