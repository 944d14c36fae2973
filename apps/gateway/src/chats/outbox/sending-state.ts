import { PlatformError } from '@hermes/core/platform'
import type { WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { outboxQueue } from '../network/queues.js'

/** `unknown`: it is neither waiting nor known to have been sent. */
export type SendingState = 'waiting' | 'delivered' | 'unknown'

/** @throws {PlatformError} `refused` for a message that was given up. */
export function requireKept(item: Pick<WorkItemRecord, 'status' | 'error'> | undefined): void {
  if (item?.status !== 'dead') return
  const { error = 'The network gave no reason.' } = item
  throw new PlatformError('refused', `The chat did not take the message: ${error}`)
}

/**
 * What has become of messages of the outbox by now.
 * @returns `unknown`: one is gone from the queue, such as one that a person has removed. @throws {PlatformError} `refused` when one was given up.
 */
export async function sendingState(queue: Pick<WorkQueue, 'get'>, ids: readonly string[]): Promise<SendingState> {
  const items = await Promise.all(ids.map((id) => queue.get({ queue: outboxQueue, id })))
  items.forEach(requireKept)
  if (items.some((item) => item !== undefined && item.status !== 'done')) return 'waiting'
  return items.every((item) => item?.status === 'done') ? 'delivered' : 'unknown'
}
