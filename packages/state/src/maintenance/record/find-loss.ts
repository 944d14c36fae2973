import { StoreError } from '@hermes/core'
import type { Position } from './position.js'
import type { AcknowledgedRecord } from './record-file.js'

/** Describes in one sentence what was acknowledged but is not in the store. Returns `undefined` if nothing is missing. */
export function findLoss(record: AcknowledgedRecord, found: Position): string | undefined {
  const until = describeTime(record)
  if (found.storeId !== record.storeId) {
    return `The file was replaced by another store: the one that was used until ${until} had ${record.messages} messages.`
  }
  const messages = record.messages - found.messages
  const items = record.items - found.items
  const parts = [
    ...(messages > 0 ? [count(messages, 'message')] : []),
    ...(items > 0 ? [count(items, 'work item')] : []),
  ]
  if (parts.length === 0) return undefined
  return `${parts.join(' and ')} acknowledged until ${until} ${messages + items === 1 ? 'is' : 'are'} missing: the file or its log was cut, deleted or replaced.`
}

/** Describes the content of a store that is now missing or empty. */
export function describeContent(record: AcknowledgedRecord): string {
  return `${count(record.messages, 'message')} until ${describeTime(record)}`
}

export function emptyStore(path: string, record: AcknowledgedRecord): StoreError {
  return new StoreError(
    'corrupt',
    `${path} is empty, but contained ${describeContent(record)}: restore a backup, or move the file away to start with an empty store.`,
  )
}

export function missingStore(path: string, record: AcknowledgedRecord): StoreError {
  return new StoreError(
    'not-found',
    `There is no session store at ${path}, but there was one with ${describeContent(record)}: restore a backup, or start with an empty store.`,
  )
}

function describeTime({ atMs }: AcknowledgedRecord): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}
