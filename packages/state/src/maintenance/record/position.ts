import type { Database } from '../../connection/driver/database.js'

/** How far a store has come. Numbers of messages and work items are never reused, so both only rise. */
export interface Position {
  /** Tells this store from others. */
  readonly storeId: string
  /** The number of the newest message there ever was. */
  readonly messages: number
  /** The number of the newest work item there ever was. */
  readonly items: number
}

const newestOf = (table: string) => `coalesce((select seq from sqlite_sequence where name = '${table}'), 0)`

const selectPosition = `
  select ${newestOf('messages')} as messages, ${newestOf('work_items')} as items,
    coalesce((select value from state_meta where key = 'store_id'), '') as storeId`

/** Reads the position, within the transaction that is open. The file must have the current schema. */
export function createReadPosition(database: Database): () => Position {
  const select = database.prepare<[], Position>(selectPosition)
  return () => select.get() ?? { storeId: '', messages: 0, items: 0 }
}
