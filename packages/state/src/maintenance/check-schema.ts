import type { Database } from 'better-sqlite3'
import { applicationId, versionOf } from '../migrations/migrate.js'
import { compareSchemas, expectedSchema, schemaOf } from './expected-schema.js'
import type { StoreProblem } from './store-health.js'

/** Whether tables, indexes and triggers are those of the file's version, and its header is one of Hermes. */
export async function checkSchema(database: Database): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  const add = (text: string) => problems.push({ kind: 'schema', text, repairable: true })
  if (database.pragma('application_id', { simple: true }) !== applicationId) {
    add('The mark of Hermes in the header of the file is damaged.')
  }
  const { missing, foreign } = compareSchemas(schemaOf(database), await expectedSchema(versionOf(database)))
  for (const { type, name } of missing) add(`The ${type} ${name} is not there, or not as this version has it.`)
  for (const { type, name } of foreign) add(`The ${type} ${name} is not one of Hermes.`)
  return problems
}
