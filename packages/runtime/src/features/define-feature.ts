import type { ConfigSnapshot } from '../config/config-snapshot.js'
import type { CreateFeature, Feature, Host } from '../host.js'
import type { Config } from '../schema/config-schema.js'
import type { FeatureName } from '../schema/features/feature-names.js'

export interface FeatureDeclaration<Settings> {
  readonly name: FeatureName
  /** For `hermes plugins list`. */
  readonly summary: string
  /** The part of the config that it depends on: it is made again when that changes. */
  settings(config: Config): Settings
  /** It is made again when a variable of the environment changes, too. Default false. */
  readonly usesVariables?: boolean
  /** Default: it is on. One that is off is not loaded. */
  isOn?(settings: Settings, host: Pick<Host, 'surface'>): boolean
  /** Imports the file that makes it. */
  load(): Promise<CreateFeature<Settings>>
}

/** A feature of the list, or a plugin that the config names, with the type of its settings closed in. */
export interface FeatureEntry {
  readonly kind: 'feature' | 'plugin'
  /** A plugin is called as the config names it. */
  readonly name: string
  /** One line for people; empty for a plugin. */
  readonly summary: string
  /** The same text: the same settings. */
  keyOf(snapshot: Pick<ConfigSnapshot, 'config' | 'variables'>): string
  isOn(config: Config, host: Pick<Host, 'surface'>): boolean
  load(): Promise<(host: Omit<Host, 'settings'>, config: Config) => Promise<Feature | undefined>>
}

export function defineFeature<Settings>(declaration: FeatureDeclaration<Settings>): FeatureEntry {
  const { name, summary, settings, isOn } = declaration
  return {
    kind: 'feature',
    name,
    summary,
    keyOf: ({ config, variables }) => JSON.stringify([settings(config), declaration.usesVariables && variables]),
    isOn: (config, host) => !config.disabled_features.includes(name) && (isOn?.(settings(config), host) ?? true),
    async load() {
      const create = await declaration.load()
      return (host, config) => create({ ...host, settings: settings(config) })
    },
  }
}
