import { findPreset, idOfServer, originOf, providerPresets } from '@hermes/transports'
import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { Credential } from './credential.js'

/** The settings that hold keys or name the variable of a key. */
export type SettingsWithKeys = Pick<Config, 'model' | 'providers'>

/** Returns the keys of `model.api_key` and of the servers in the section `providers`. Calls to them use these keys before stored ones. */
export function keysOfSettings({ model, providers }: SettingsWithKeys, variables: Variables): readonly Credential[] {
  const chosen = chosenProvider(model)
  const ofModel = chosen && model.api_key ? [inConfig(chosen, 'model.api_key', model.api_key)] : []
  const ofServers = Object.entries(providers).flatMap(([id, { api_key, key_env }]) => {
    if (api_key) return [inConfig(id, `providers.${id}.api_key`, api_key)]
    const key = key_env && variables[key_env]
    return key ? [borrowed(id, key_env, `env:${key_env}`, key)] : []
  })
  return [...ofModel, ...ofServers]
}

/** Returns the provider that `model.api_key` belongs to; `undefined` if the variables choose the provider, and its key with it. */
function chosenProvider({ provider, base_url }: Config['model']): string | undefined {
  if (provider !== '' && provider !== 'auto') return findPreset(provider)?.id ?? idOfServer(provider)
  if (!base_url) return undefined
  const origin = originOf(base_url)
  return providerPresets.find(({ baseUrl }) => baseUrl !== '' && originOf(baseUrl) === origin)?.id ?? 'custom'
}

function inConfig(provider: string, path: string, key: string): Credential {
  return borrowed(provider, path, `config:${path}`, key)
}

function borrowed(provider: string, name: string, source: string, key: string): Credential {
  return { id: name, provider, label: name, source, isBorrowed: true, secret: { type: 'api-key', key } }
}
