import { ConfigError } from '@hermes/core'
import type { Config } from '@hermes/runtime'
import type { ApiKey, ApiKeyHolder } from './api-key.js'
import { checkKey } from './check-key.js'

type ServerSettings = Config['gateway']['api_server']

/**
 * Returns the keys of the settings: the server's own, and those of named holders.
 * @throws {ConfigError} without the server's own key, with one that is too easy to guess for the address, or if two keys are the same.
 */
export function apiKeys({ key, keys, host }: ServerSettings): readonly ApiKey[] {
  const own: ApiKey = { secret: checkKey(key, host) }
  const named = Object.entries(keys).map(([name, { key: secret, ...rights }]): ApiKey => {
    return { secret: checkKey(secret, host), holder: { name, ...rights } }
  })
  const all = [own, ...named]
  const twice = named.find(({ secret }) => all.filter((other) => other.secret === secret).length > 1)
  if (!twice) return all
  const name = twice.holder?.name ?? ''
  throw new ConfigError(
    `gateway.api_server.keys.${name}.key`,
    `The key "${name}" is that of another holder, too: give each its own, such as the output of \`openssl rand -hex 24\`.`,
  )
}

/** Returns the holders of the named keys of the settings, whether or not the keys are valid. */
export function holdersIn({ keys }: Pick<ServerSettings, 'keys'>): readonly ApiKeyHolder[] {
  return Object.entries(keys).map(([name, { key: _, ...rights }]) => ({ name, ...rights }))
}

export function holdersOf(keys: readonly ApiKey[]): readonly ApiKeyHolder[] {
  return keys.flatMap(({ holder }) => holder ?? [])
}
