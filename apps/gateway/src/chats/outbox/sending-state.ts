import { PlatformError } from '@hermes/core/platform'
import type { WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { outboxQueue } from '../network/queues.js'
import { jobMessageQueue } from './job-messages.js'
import { fileId, partId } from './part-ids.js'

/** `unknown`: the message is not waiting, and is not known to have been sent. */
export type SendingState = 'waiting' | 'delivered' | 'unknown'

/** @throws {PlatformError} `refused` for a message that was given up. */
export function requireKept(item: Pick<WorkItemRecord, 'status' | 'error'> | undefined): void {
  if (item?.status !== 'dead') return
  const { error = 'The network gave no reason.' } = item
  throw new PlatformError('refused', `The chat did not take the message: ${error}`)
}

/**
 * Returns the state of messages of the outbox, or of job messages that a gateway will put there.
 * @returns `unknown` if one is no longer in the queue, for example because a person removed it. @throws {PlatformError} `refused` if one was given up.
 */
export async function sendingState(queue: Pick<WorkQueue, 'get'>, ids: readonly string[]): Promise<SendingState> {
  const items = (await Promise.all(ids.map((id) => itemsOf(queue, id)))).flat()
  items.forEach(requireKept)
  if (items.some((item) => item !== undefined && item.status !== 'done')) return 'waiting'
  return items.every((item) => item?.status === 'done') ? 'delivered' : 'unknown'
}

type Item = WorkItemRecord | undefined

/** Returns a message of the outbox, or that of a job until a gateway has put its parts into the outbox. */
async function itemsOf(queue: Pick<WorkQueue, 'get'>, id: string): Promise<readonly Item[]> {
  const item = await queue.get({ queue: outboxQueue, id })
  const left = item ? undefined : await queue.get({ queue: jobMessageQueue, id })
  if (left?.status !== 'done') return [item ?? left]
  const parts = [
    ...(await series(queue, (index) => partId(id, index))),
    ...(await series(queue, (index) => fileId(id, index))),
  ]
  return parts.length > 0 ? parts : [undefined]
}

async function series(queue: Pick<WorkQueue, 'get'>, idAt: (index: number) => string): Promise<readonly Item[]> {
  const items: Item[] = []
  for (;;) {
    const item = await queue.get({ queue: outboxQueue, id: idAt(items.length) })
    if (!item) return items
    items.push(item)
  }
}
