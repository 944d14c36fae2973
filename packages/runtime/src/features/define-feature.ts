import type { SlashCommand } from '@hermes/core'
import type { ConfigSnapshot } from '../config/live/config-snapshot.js'
import type { CreateFeature, Feature, Host } from '../host.js'
import type { Config } from '../schema/config-schema.js'
import type { FeatureName } from '../schema/features/feature-names.js'

export interface FeatureDeclaration<Settings> {
  readonly name: FeatureName
  /** For `hermes plugins list`. */
  readonly summary: string
  /** The section of the config that it depends on. A change of it recreates the feature. */
  settings(config: Config): Settings
  /** Whether a change of an environment variable recreates it, too. Default false. */
  readonly usesVariables?: boolean
  /** Default: enabled. A disabled feature is not loaded. */
  isOn?(settings: Settings, host: Pick<Host, 'surface'>): boolean
  /** The command that answers while it is off. Default: none. */
  readonly commandWhenOff?: SlashCommand
  /** Imports the module that creates it. */
  load(): Promise<CreateFeature<Settings>>
}

/** A feature of the list, or a configured plugin, with its settings type erased. */
export interface FeatureEntry {
  readonly kind: 'feature' | 'plugin'
  /** For a plugin, the name in the config. */
  readonly name: string
  /** A one-line description; empty for a plugin. */
  readonly summary: string
  /** Equal for equal settings. */
  keyOf(snapshot: Pick<ConfigSnapshot, 'config' | 'variables'>): string
  isOn(config: Config, host: Pick<Host, 'surface'>): boolean
  readonly commandWhenOff?: SlashCommand
  /** Whether a failure leaves it out and is logged, instead of ending the start. Default false. */
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
