import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkQueue } from '@hermes/core/queue'
import { outboxQueue } from '../network/queues.js'
import { requireKept } from './sending-state.js'

/** Maximum wait, in milliseconds. A network that answers at all has answered by then. */
const longestMs = 2_000
const pollMs = 50

export interface WaitOptions {
  readonly signal: AbortSignal
  /** Whether this process no longer sends anything. */
  readonly isOver: () => boolean
}

/**
 * Waits briefly for messages of the outbox. Any gateway that shares the store may send them.
 * @returns `false` if one still waits. @throws {PlatformError} `refused` if one was given up.
 */
export async function untilSent(
  queue: Pick<WorkQueue, 'get'>,
  ids: readonly string[],
  { signal, isOver }: WaitOptions,
): Promise<boolean> {
  const until = performance.now() + longestMs
  for (const id of ids) {
    for (;;) {
      const item = await queue.get({ queue: outboxQueue, id })
      if (item === undefined || item.status === 'done') break
      requireKept(item)
      if (item.retryAtMs !== undefined || isOver() || performance.now() > until) return false
      await sleep(pollMs, undefined, { signal })
    }
  }
  return true
}
