import { createBoundedMap } from '@hermes/safety'

/** Values of parameters and columns. Lists are PostgreSQL arrays. */
export type SqlValue = string | number | boolean | null | readonly string[]

export interface Statement {
  /** SQL with placeholders `$1`, `$2`, ... and unqualified table names. */
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** Creates a statement from SQL with positional `?` placeholders. */
export function positional(text: string, values: readonly SqlValue[] = []): Statement {
  let number = 0
  return { text: text.replaceAll('?', () => `$${++number}`), values }
}

/** Creates a statement from SQL with `@name` placeholders. `types` adds casts where PostgreSQL cannot infer the type. */
export function named(
  text: string,
  record: Readonly<Record<string, SqlValue>>,
  types: Readonly<Record<string, string>> = {},
): Statement {
  const names: string[] = []
  const bound = text.replaceAll(/@(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    const type = types[name]
    return `$${names.indexOf(name) + 1}${type ? `::${type}` : ''}`
  })
  return { text: bound, values: names.map((name) => record[name] ?? null) }
}

export function insertOf(table: string, row: Readonly<Record<string, SqlValue>>): Statement {
  const names = Object.keys(row)
  return named(
    `insert into ${table} (${names.join(', ')}) values (${names.map((name) => `@${name}`).join(', ')}) returning *`,
    row,
  )
}

/** Creates a statement that inserts all rows. They must have the same columns. */
export function insertAllOf(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
  returning: string,
): Statement {
  const places = rows.map(() => `(${columns.map(() => '?').join(', ')})`).join(', ')
  return positional(`insert into ${table} (${columns.join(', ')}) values ${places} returning ${returning}`, rows.flat())
}

/** Quotes an identifier. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

const tables =
  'sessions|shared_texts|messages|session_model_usage|questions|state_values|state_meta|receipts|work_items|work_lanes|lane_claims'
const tableNames = new RegExp(`\\b(from|join|into|update|table)(\\s+)(${tables})\\b`, 'g')

/** Maximum number of cached statements. A store has fewer, apart from those whose length depends on the number of their values. */
const mostTexts = 500

/**
 * Creates a function that qualifies table names with the schema. Setting the search path is not possible, because
 * behind a pooler in transaction mode a session has no state beyond a transaction.
 */
export function createQualify(schema: string): (text: string) => string {
  const prefix = quotedName(schema)
  const sequence = `nextval('${prefix.replaceAll("'", "''")}.fences')`
  const qualified = createBoundedMap<string>(mostTexts)
  const qualify = (text: string) =>
    text
      .replaceAll(tableNames, (_, word: string, space: string, table: string) => `${word}${space}${prefix}.${table}`)
      .replaceAll("nextval('fences')", () => sequence)
  return (text) => {
    const known = qualified.get(text)
    if (known !== undefined) return known
    const result = qualify(text)
    qualified.set(text, result)
    return result
  }
}
