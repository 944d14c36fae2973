import { english } from '@hermes/safety/language'
import type { Database } from '../../connection/driver/database.js'
import { applicationId, versionOf } from '../../migrations/migrate.js'
import { compareSchemas, expectedSchema, schemaOf } from './expected-schema.js'
import type { StoreProblem } from './store-health.js'

/** Checks the header fields of Hermes, and that tables, indexes and triggers match the file's schema version. */
export async function checkSchema(database: Database): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  const add = (text: string) => problems.push({ kind: 'schema', text, repairable: true })
  if (database.pragma('application_id', { simple: true }) !== applicationId) {
    add(english`The Hermes application id in the file header is damaged.`)
  }
  const { missing, foreign } = compareSchemas(schemaOf(database), await expectedSchema(versionOf(database)))
  for (const { type, name } of missing) add(english`The ${type} ${name} is missing or differs from this version's.`)
  for (const { type, name } of foreign) add(english`The ${type} ${name} does not belong to Hermes.`)
  return problems
}
