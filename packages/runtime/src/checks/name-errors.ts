import { ConfigError } from '@hermes/core'
import { isTimeZone } from '@hermes/scheduler'
import { requireProvider } from '@hermes/transports'
import { ownServers } from '../model/own-servers.js'
import type { Config } from '../schema/config-schema.js'
import { requireToolsets } from '../toolsets/require-toolsets.js'

/** Returns the errors for unknown names of providers, toolsets and time zones in the settings. The schema accepts any text for them. */
export function nameErrors(config: Config): readonly ConfigError[] {
  return [...providerErrors(config), ...toolsetErrors(config), ...zoneErrors(config)]
}

function providerErrors(config: Config): readonly ConfigError[] {
  // A transport from a package knows its own providers.
  if (config.transport) return []
  const { model, fallback_providers, auxiliary, delegation, model_aliases, gateway } = config
  const { model_routes } = gateway.api_server
  const sections = { model, fallback_providers, auxiliary, delegation, model_aliases, platforms: channelsOf(config) }
  const found = settingsNamed('provider', { ...sections, gateway: { api_server: { model_routes } } })
  const own = errorsOf('providers', () => ownServers(config))
  if (own.length > 0) return own
  const servers = ownServers(config)
  return found.flatMap(([path, name]) =>
    typeof name !== 'string' || name === '' || name === 'auto'
      ? []
      : errorsOf(path, () => requireProvider(name, servers)),
  )
}

function toolsetErrors(config: Config): readonly ConfigError[] {
  const { toolsets, platform_toolsets, agent, delegation, people, webhooks } = config
  const sections = { toolsets, people, webhooks, platforms: channelsOf(config) }
  const found = [
    ...settingsNamed('toolsets', sections),
    ...Object.entries(platform_toolsets).map(([surface, names]) => [`platform_toolsets.${surface}`, names] as const),
    ['agent.disabled_toolsets', agent.disabled_toolsets] as const,
    ['delegation.default_toolsets', delegation.default_toolsets] as const,
  ]
  return found.flatMap(([path, names]) =>
    Array.isArray(names) ? errorsOf(path, () => requireToolsets(names.map(String), config)) : [],
  )
}

function zoneErrors({ cron }: Config): readonly ConfigError[] {
  const { timezone } = cron
  if (timezone === '' || isTimeZone(timezone)) return []
  const sentence = `cron.timezone must be the IANA name of a time zone, such as Europe/Berlin, but it is "${timezone}".`
  return [new ConfigError('cron.timezone', sentence)]
}

/** Selects the settings of single chats. The other settings of a network may be those of a package. */
function channelsOf({ platforms }: Config): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(platforms).map(([name, { channels }]) => [name, { channels }]))
}

/** Returns the values of all settings with a name, with their paths. */
function settingsNamed(wanted: string, section: object, parent = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(section).flatMap(([name, value]: [string, unknown]) => {
    const path = `${parent}${name}`
    if (name === wanted) return [[path, value] as const]
    return typeof value === 'object' && value !== null ? settingsNamed(wanted, value, `${path}.`) : []
  })
}

function errorsOf(path: string, check: () => void): readonly ConfigError[] {
  try {
    check()
    return []
  } catch (error) {
    if (ConfigError.is(error)) return [new ConfigError(path, `${path}: ${error.message}`, { cause: error.cause })]
    throw error
  }
}
