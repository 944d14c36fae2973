import { bigint, customType, doublePrecision, integer, text } from 'drizzle-orm/pg-core'

/*
 * Kinds of columns, such that a row has the same type as that of SQLite: both go through the same conversions.
 */

export { text }

/** Compared byte by byte, as SQLite does, whatever the language of the database. */
export const key = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
export const whole = () => bigint({ mode: 'number' })
/** Exact to a quarter of a microsecond for times, as seconds since the epoch. */
export const real = () => doublePrecision()
export const counter = () => whole().notNull().default(0)
export const flag = (initial: 0 | 1) => integer().notNull().default(initial)
/** Never given out twice; what was stored later has the larger one, as far as sessions take turns. */
export const numbered = () => whole().generatedAlwaysAsIdentity()
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
