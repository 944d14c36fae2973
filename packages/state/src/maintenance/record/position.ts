import type { Database } from '../../connection/driver/database.js'

/** The progress of a store. Numbers of messages and work items are never reused, so both only increase. */
export interface Position {
  /** Id that distinguishes this store from others. */
  readonly storeId: string
  /** Number of the newest message that ever existed. */
  readonly messages: number
  /** Number of the newest work item that ever existed. */
  readonly items: number
}

const newestOf = (table: string) => `coalesce((select seq from sqlite_sequence where name = '${table}'), 0)`

const selectPosition = `
  select ${newestOf('messages')} as messages, ${newestOf('work_items')} as items,
    coalesce((select value from state_meta where key = 'store_id'), '') as storeId`

/** Creates a function that reads the position within the open transaction. The file must have the current schema. */
export function createReadPosition(database: Database): () => Position {
  const select = database.prepare<[], Position>(selectPosition)
  return () => select.get() ?? { storeId: '', messages: 0, items: 0 }
}
