import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkQueue } from '@hermes/core/queue'
import { messageQueue } from './message-queue.js'

/** How long to wait. A running gateway has taken the message by then. */
const longestMs = 2_000
const pollMs = 10

/** Waits briefly until a message is on its way to its chat. */
export async function untilTaken(queue: Pick<WorkQueue, 'get'>, id: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const item = await queue.get({ queue: messageQueue, id })
    if (item === undefined || item.status === 'done' || item.retryAtMs !== undefined) return
    await sleep(pollMs, undefined, { signal })
  }
}
