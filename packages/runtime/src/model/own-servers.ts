import { ConfigError } from '@hermes/core'
import { findPreset, type OwnServer, ownServer } from '@hermes/transports'
import type { Config } from '../schema/config-schema.js'

/**
 * Returns the servers of the section `providers`.
 * @throws {ConfigError} when a server has the name of a built-in provider, because the provider's keys must not be sent to another address.
 */
export function ownServers({ providers }: Pick<Config, 'providers'>): readonly OwnServer[] {
  return Object.entries(providers).map(([id, { base_url, name, key_env, api_key, api_mode, model }]) => {
    if (id === 'auto' || findPreset(id)) {
      const path = `providers.${id}`
      throw new ConfigError(path, `${path} has the name of a built-in provider: give your server another name.`)
    }
    return ownServer({
      id,
      baseUrl: base_url,
      ...(name && { name }),
      ...(key_env && { keyVariable: key_env }),
      ...(api_key && { apiKey: api_key }),
      ...(api_mode && { apiMode: api_mode }),
      ...(model && { model }),
    })
  })
}
