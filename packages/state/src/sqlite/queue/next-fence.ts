import { StoreError } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'

const raise = `
  insert into state_meta (key, value) values ('fence', '1')
  on conflict do update set value = cast(value as integer) + 1
  returning cast(value as integer)`

/** Numbers claims. Each number is higher than all earlier ones of any process, including those of released claims. */
export function createNextFence(database: Database): () => number {
  const statement = database.prepare<[], number>(raise).pluck()
  return () => {
    const fence = statement.get()
    if (fence === undefined) throw new StoreError('corrupt', 'The store returned no claim number: repair the store.')
    return fence
  }
}
