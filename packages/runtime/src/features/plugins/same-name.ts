import { ConfigError } from '@hermes/core'

export interface SameName {
  /** The setting that names the plugin. */
  readonly path: string
  /** The plugin's name in the settings. */
  readonly plugin: string
  readonly name: string
  /** The feature or plugin that had the name first. */
  readonly existing: string
}

export function sameName({ path, plugin, name, existing }: SameName): ConfigError {
  const sentence = `The plugin ${plugin} has the name "${name}", which ${existing} has already: rename one of them, or remove it from the settings.`
  return new ConfigError(path, sentence)
}
