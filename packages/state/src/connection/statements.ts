import type { Database, Statement } from './driver/database.js'

/** Prepares each text only once. Meant for SQL that depends on the request, with a few dozen different texts at most. */
export function createStatements<Row>(database: Database): (text: string) => Statement<unknown[], Row> {
  const statements = new Map<string, Statement<unknown[], Row>>()
  return (text) => {
    const statement = statements.get(text) ?? database.prepare<unknown[], Row>(text)
    statements.set(text, statement)
    return statement
  }
}
