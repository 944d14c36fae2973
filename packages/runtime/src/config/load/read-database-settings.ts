import { type DatabaseSettings, databaseSchema } from '../../schema/database-schema.js'
import { type LoadConfigOptions, settleConfig } from './settle-config.js'

/**
 * Reads only the database settings, for commands that need no others. Mistakes in other settings are ignored.
 * @throws {ConfigError} when the files cannot be read, or these settings are invalid.
 */
export async function readDatabaseSettings(options: LoadConfigOptions): Promise<DatabaseSettings> {
  const { validation, values } = await settleConfig(options)
  if ('config' in validation) return validation.config.database
  const error = validation.errors.find(({ path }) => /^database\b/.test(path))
  if (error) throw error
  return databaseSchema().parse(values.database)
}
