import { ConfigError } from '@hermes/core'
import { describeConfig, secretName } from '../checks/describe-config.js'
import { setConfigValue } from '../checks/set-config-value.js'
import { findConfigKey } from '../config/document/config-keys.js'
import { unsetConfigValue } from '../config/edit/edit-config.js'
import type { HomeSettings } from '../config/edit/home-settings.js'
import type { HomePaths } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'

/**
 * Creates the settings of a home for people to view and change.
 * @param config Returns the settings in effect. Called each time.
 */
export function createHomeSettings(paths: HomePaths, config: () => Config): HomeSettings {
  return {
    list(which) {
      const rows = describeConfig({ config: config(), sources: new Map() })
      const shown = which === 'all' ? rows : rows.filter((row) => toText(row.value) !== toText(row.default))
      return shown.flatMap(({ path, value }) => (value === undefined ? [] : [{ name: path, value: toText(value) }]))
    },
    async set(path, text) {
      refuseSecret(path)
      return setConfigValue(paths, path, text)
    },
    async unset(path) {
      refuseSecret(path)
      return unsetConfigValue(paths, path)
    },
  }
}

function refuseSecret(path: string): void {
  if (!isVariable.test(path) && !isSecret(path)) return
  throw new ConfigError(
    path,
    `${path} is a secret, which does not belong in a conversation: set it on the command line.`,
  )
}

const isVariable = /^[A-Z][A-Z0-9_]*$/

function isSecret(path: string): boolean {
  const key = findConfigKey(path)
  if (!key) return false
  const isFreeForm = key.path !== path || Object.keys(key.schema).length === 0
  return key.isSecret || (isFreeForm && secretName.test(path.slice(path.lastIndexOf('.') + 1)))
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
