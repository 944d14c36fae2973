import { databaseSchema } from '../../schema/database-schema.js'
import { type StoreSettings, storeSchema } from '../../schema/store-schema.js'
import { type LoadConfigOptions, settleConfig } from './settle-config.js'

/**
 * Reads only the store settings, for commands that need no others. Mistakes in other settings are ignored.
 * @throws {ConfigError} when the files cannot be read, or one of these settings is invalid.
 */
export async function readStoreSettings(options: LoadConfigOptions): Promise<StoreSettings> {
  const { validation, values } = await settleConfig(options)
  if ('config' in validation) return settingsIn(validation.config)
  const error = validation.errors.find(({ path }) => /^(?:database|store)\b/.test(path))
  if (error) throw error
  return settingsIn({ database: databaseSchema().parse(values.database), store: storeSchema().parse(values.store) })
}

function settingsIn({ database, store }: StoreSettings): StoreSettings {
  return { ...(database && { database }), ...(store && { store }) }
}
