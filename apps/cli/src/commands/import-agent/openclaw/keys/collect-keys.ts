import { join } from 'node:path'
import { isRecord } from '@hermes/safety'
import { readOptional } from '@hermes/safety/files'
import { findPreset } from '@hermes/transports'
import { type Fields, fieldsAt, textAt } from '../fields.js'
import type { OpenClawHome } from '../openclaw-home.js'
import { readJson5 } from '../read-json5.js'
import { channelAccount } from '../settings/channel-account.js'
import { networks } from '../settings/channel-settings.js'
import { type ForeignProviders, providersOf } from '../settings/providers-of.js'
import { variableFor } from '../settings/server-settings.js'
import { variableOf } from '../settings/variable-of.js'
import type { ForeignKey } from './foreign-key.js'
import { knownVariables } from './known-variables.js'
import { type ForeignVariables, readVariables } from './read-variables.js'

export interface CollectedKeys {
  /** Keys without duplicates: the first one of each name counts. */
  readonly keys: readonly ForeignKey[]
  /** Variables that Hermes does not know, and logins. */
  readonly others: readonly string[]
}

/** Collects the keys of OpenClaw from its settings, its `.env` and the logins of its agent. */
export async function collectKeys(source: OpenClawHome): Promise<CollectedKeys> {
  const { config } = source
  const variables = await readVariables(source)
  const known = knownVariables(source)
  const providers = providersOf(config)
  const profiles = await profilesOf(source, providers, variables)
  const found = [
    ...channelKeys(config, variables),
    ...serverKeys(config, variables),
    ...serviceKeys(config, variables),
    ...variables.names.flatMap((name) => (known.has(name) ? keyOf('variable', name, variables.get(name)) : [])),
    ...providerKeys(config, providers, variables),
    ...profiles.keys,
  ]
  return {
    keys: found.filter(
      (key, index) => found.findIndex(({ name, place }) => name === key.name && place === key.place) === index,
    ),
    others: [...variables.names.filter((name) => !known.has(name)).map((name) => `env.${name}`), ...profiles.others],
  }
}

function keyOf(place: ForeignKey['place'], name: string, value: string | undefined): readonly ForeignKey[] {
  return value === undefined ? [] : [{ place, name, value }]
}

function channelKeys(config: Fields, { textOf }: ForeignVariables): readonly ForeignKey[] {
  return networks.flatMap(({ name, variable }) => {
    const account = channelAccount(config, name)
    return account ? keyOf('variable', variable, textOf(account.botToken ?? account.accessToken)) : []
  })
}

/** Returns the keys in the settings of MCP servers. */
function serverKeys(config: Fields, { textOf }: ForeignVariables): readonly ForeignKey[] {
  return Object.entries(fieldsAt(fieldsAt(config, 'mcp'), 'servers')).flatMap(([name, server]) => {
    if (!isRecord(server)) return []
    const id = name.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 32)
    const entries = Object.entries({ ...fieldsAt(server, 'env'), ...fieldsAt(server, 'headers') })
    return entries.flatMap(([key, value]) => {
      const variable = variableFor(id, key, value)
      if (variable === undefined || variableOf(value) !== undefined) return []
      return keyOf('variable', variable, textOf(value)?.replace(/^Bearer /i, ''))
    })
  })
}

function serviceKeys(config: Fields, variables: ForeignVariables): readonly ForeignKey[] {
  const { textOf } = variables
  const tts = fieldsAt(fieldsAt(config, 'messages'), 'tts')
  const voices = (name: string) => ({ ...fieldsAt(tts, name), ...fieldsAt(fieldsAt(tts, 'providers'), name) })
  const search = fieldsAt(fieldsAt(fieldsAt(config, 'tools'), 'web'), 'search')
  const isBrave = (textAt(search, 'provider') ?? 'brave') === 'brave'
  const brave = fieldsAt(search, 'brave').apiKey ?? (isBrave ? search.apiKey : undefined)
  return [
    ...keyOf('variable', 'ELEVENLABS_API_KEY', textOf(voices('elevenlabs').apiKey)),
    ...keyOf('variable', 'VOICE_TOOLS_OPENAI_KEY', textOf(voices('openai').apiKey)),
    ...keyOf('variable', 'BRAVE_SEARCH_API_KEY', textOf(brave) ?? variables.get('BRAVE_API_KEY')),
  ]
}

/** Returns the keys in `models.providers`. The value for a server on this machine is not a key. */
function providerKeys(
  config: Fields,
  { idOf, settings }: ForeignProviders,
  { textOf }: ForeignVariables,
): readonly ForeignKey[] {
  const own = new Set(settings.flatMap(({ values }) => Object.keys(values)))
  return Object.entries(fieldsAt(fieldsAt(config, 'models'), 'providers')).flatMap(([name, server]) => {
    const id = idOf(name)
    if (!isRecord(server) || id === undefined || variableOf(server.apiKey) !== undefined) return []
    const isLocal = findPreset(id)?.isLocal ?? /^https?:\/\/(?:localhost|127\.)/.test(textAt(server, 'baseUrl') ?? '')
    return isLocal || !(own.has(id) || findPreset(id)) ? [] : keyOf('provider', id, textOf(server.apiKey))
  })
}

/** Returns the logins of the agent. Tokens that need renewal stay with OpenClaw, because two programs cannot renew one login. */
async function profilesOf(
  { home, agent }: OpenClawHome,
  { idOf }: ForeignProviders,
  { textOf }: ForeignVariables,
): Promise<CollectedKeys> {
  const keys: ForeignKey[] = []
  const others: string[] = []
  for (const [name, profile] of Object.entries(
    await readProfiles(join(home, 'agents', agent, 'agent', 'auth-profiles.json')),
  )) {
    if (!isRecord(profile)) continue
    const provider = idOf(textAt(profile, 'provider') ?? '')
    const value = textOf(
      profile.type === 'token' ? (profile.token ?? profile.tokenRef) : (profile.key ?? profile.keyRef),
    )
    const isKey = profile.type === 'api_key' && provider !== undefined && value !== undefined
    if (isKey) keys.push({ place: 'provider', name: provider, value })
    else if (value?.startsWith('sk-ant-oat')) keys.push({ place: 'variable', name: 'CLAUDE_CODE_OAUTH_TOKEN', value })
    else others.push(`auth.${name}`)
  }
  return { keys, others }
}

async function readProfiles(path: string): Promise<Fields> {
  const text = await readOptional(path)
  try {
    const value = text === undefined ? undefined : readJson5(text)
    return isRecord(value) ? fieldsAt(value, 'profiles') : {}
  } catch (error) {
    // OpenClaw also starts without them.
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
