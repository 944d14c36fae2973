import { type Caller, holderOf } from '../request/caller.js'
import type { FileRecord } from './file-record.js'

/**
 * Whether a caller may use a file. It has to be uploaded with the same key, and for the same person or for none: programs name the person when they ask
 * the agent, but seldom when they upload. The holder of the server's own key may use the files of all people of that key.
 */
export function mayUse(caller: Caller, file: Pick<FileRecord, 'userId'>): boolean {
  const key = holderOf(caller)
  if (!isOfKey(key, file)) return false
  const isOfNobody = file.userId === (key === undefined ? undefined : `key:${key}`)
  return isOfNobody || file.userId === caller.userId || caller.userId === undefined
}

/** Whether a file was uploaded with a key. @param key Its name, or `undefined` for the server's own key. */
export function isOfKey(key: string | undefined, { userId }: Pick<FileRecord, 'userId'>): boolean {
  return holderOf({ userId }) === key
}
