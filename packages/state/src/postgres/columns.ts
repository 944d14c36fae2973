import { bigint, customType, doublePrecision, integer, text } from 'drizzle-orm/pg-core'
import { notChecked } from '../rows/checksum.js'

/* Column types whose values have the same TypeScript type as in SQLite, so that both stores share the conversions. */

export { text }

/** Text that is compared by bytes, as in SQLite, independently of the locale of the database. */
export const key = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' })
export const whole = () => bigint({ mode: 'number' })
/** Floating-point number, which is precise to a quarter of a microsecond for times in seconds since the epoch. */
export const real = () => doublePrecision()
export const counter = () => whole().notNull().default(0)
export const flag = (initial: 0 | 1) => integer().notNull().default(initial)
/** Checksum of a row. See `checksumOf`. Rows stored before the column existed are not checked. */
export const checksum = () => whole().notNull().default(notChecked)
/** Number that is never reused. Within a session, a row stored later has a higher number. */
export const numbered = () => whole().generatedAlwaysAsIdentity()
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
