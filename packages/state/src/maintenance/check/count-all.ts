import type { Database } from '../../connection/driver/database.js'

/** Numbers of stored rows. */
export interface StoreCounts {
  readonly sessions: number
  readonly messages: number
}

export function countAll(database: Database): StoreCounts {
  const count = (table: string) => database.prepare<[], number>(`select count(*) from ${table}`).pluck().get() ?? 0
  return { sessions: count('sessions'), messages: count('messages') }
}
