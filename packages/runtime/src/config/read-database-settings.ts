import { type DatabaseSettings, databaseSchema } from '../schema/database-schema.js'
import { type LoadConfigOptions, settleConfig } from './settle-config.js'

/**
 * Where the sessions are kept, for commands that need nothing else of the settings: mistakes in those do not count.
 * @throws {ConfigError} when the files cannot be read, or this very part of them is wrong.
 */
export async function readDatabaseSettings(options: LoadConfigOptions): Promise<DatabaseSettings> {
  const { validation, values } = await settleConfig(options)
  if ('config' in validation) return validation.config.database
  const error = validation.errors.find(({ path }) => /^database\b/.test(path))
  if (error) throw error
  return databaseSchema.parse(values.database)
}
