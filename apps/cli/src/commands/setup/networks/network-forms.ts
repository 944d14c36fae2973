import { ConfigError } from '@hermes/core'
import { builtInPlatformNames, openPlatformForm, type PlatformForm } from '@hermes/runtime'
import type { SetupKit } from '../setup-kit.js'
import type { NetworkSettings } from './network-state.js'

/** A chat network that can be set up. */
export interface KnownNetwork {
  readonly name: string
  /** Section of the network in the settings; empty if there is none. */
  readonly current: NetworkSettings
  /** Form of its settings, or the error if its package cannot be loaded. */
  readonly form: PlatformForm | ConfigError
}

/** Returns the built-in networks, and the packages that the settings name. */
export async function knownNetworks({
  config,
  paths,
}: Pick<SetupKit, 'config' | 'paths'>): Promise<readonly KnownNetwork[]> {
  const names = new Set([...builtInPlatformNames(), ...Object.keys(config.platforms)])
  return Promise.all(
    [...names].map(async (name) => {
      const settings = config.platforms[name]
      const form = await openPlatformForm({ name, use: settings?.use, paths }).catch((error: unknown) => {
        if (ConfigError.is(error)) return error
        throw error
      })
      return { name, form, current: resolved(settings ?? {}) }
    }),
  )
}

/** Removes texts that refer to a missing variable. */
function resolved(settings: NetworkSettings): NetworkSettings {
  const isMissing = (value: unknown) => typeof value === 'string' && /^\$\{[^}]*\}$/.test(value)
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => !isMissing(value)))
}
