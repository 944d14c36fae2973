import type { ConfigEdit } from './edit-config.js'

/** The settings of a home, for people who view or change them in a conversation. */
export interface HomeSettings {
  /** Lists the settings in effect, with secrets masked. `changed` lists only those that differ from their defaults. */
  list(which: 'changed' | 'all'): readonly HomeSetting[]
  /**
   * Writes a setting to `config.yaml`. It takes effect with the next reload.
   * @param text The value as on a command line: `90`, `true`, `file, terminal`.
   * @throws {ConfigError} when there is no such setting, the value is invalid, or it is a secret, because secrets do not belong in a conversation.
   */
  set(path: string, text: string): Promise<ConfigEdit>
  /**
   * Removes a setting from `config.yaml`, which restores its default.
   * @returns `undefined` when it was not set.
   * @throws {ConfigError} when it is a secret.
   */
  unset(path: string): Promise<ConfigEdit | undefined>
}

export interface HomeSetting {
  readonly name: string
  readonly value: string
}
