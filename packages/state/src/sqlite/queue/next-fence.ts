import { StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'

const raise = `update sqlite_sequence set seq = seq + 1 where name = 'fence' returning seq`

/** Numbers claims. Each number is higher than all earlier ones of any process, including those of released claims. */
export function createNextFence(database: Database): () => number {
  const statement = database.prepare<[], number>(raise).pluck()
  return () => {
    const fence = statement.get()
    if (fence === undefined) throw new StoreError('corrupt', 'The store returned no claim number: repair the store.')
    return fence
  }
}
