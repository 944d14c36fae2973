import type { SlashCommand } from '@hermes/core'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { CreateFeature, Feature, Host } from '../host.js'
import type { Config } from '../schema/config-schema.js'
import type { FeatureName } from '../schema/features/feature-names.js'

export interface FeatureDeclaration<Settings> {
  readonly name: FeatureName
  /** The description for `hermes plugins list`. */
  readonly summary: string
  /** Returns the section of the config that the feature depends on. A change of it recreates the feature. */
  settings(config: Config): Settings
  /** Whether a change of an environment variable also recreates the feature. Default: false. */
  readonly usesVariables?: boolean
  /** Whether the feature is enabled. A disabled feature is not loaded. Default: always enabled. */
  isOn?(settings: Settings, host: Pick<Host, 'surface'>): boolean
  /** The command that answers while the feature is off. Default: none. */
  readonly commandWhenOff?: SlashCommand
  /** Imports the module that creates the feature. */
  load(): Promise<CreateFeature<Settings>>
}

/** A feature of the list, or a configured plugin, with its settings type erased. */
export interface FeatureEntry {
  readonly kind: 'feature' | 'plugin'
  /** The name of the feature. For a plugin, its name in the config. */
  readonly name: string
  /** A one-line description; empty for a plugin. */
  readonly summary: string
  /** Returns a key that is equal for equal settings. */
  keyOf(snapshot: Pick<ConfigSnapshot, 'config' | 'variables'>): string
  isOn(config: Config, host: Pick<Host, 'surface'>): boolean
  readonly commandWhenOff?: SlashCommand
  /** Whether a failure is logged and the feature left out, instead of ending the start. Default: false. */
  readonly mayFail?: boolean
  load(): Promise<(host: Omit<Host, 'settings'>, config: Config) => Promise<Feature | undefined>>
}

export function defineFeature<Settings>(declaration: FeatureDeclaration<Settings>): FeatureEntry {
  const { name, summary, settings, isOn, commandWhenOff } = declaration
  return {
    kind: 'feature',
    name,
    summary,
    ...(commandWhenOff && { commandWhenOff }),
    keyOf: ({ config, variables }) => JSON.stringify([settings(config), declaration.usesVariables && variables]),
    isOn: (config, host) => !config.disabled_features.includes(name) && (isOn?.(settings(config), host) ?? true),
    async load() {
      const create = await declaration.load()
      return (host, config) => create({ ...host, settings: settings(config) })
    },
  }
}
