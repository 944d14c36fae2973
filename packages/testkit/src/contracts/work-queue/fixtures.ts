import type { SessionStore } from '@hermes/core'
import type { NewWorkItem, WorkHandler, WorkOptions, WorkQueue } from '@hermes/core/queue'

export function queueOf({ queue }: SessionStore): WorkQueue {
  if (!queue) throw new Error('A store has to keep a work queue to pass this suite.')
  return queue
}

/** An item of the queue `q`, by default in the lane `a`. */
export function item(id: string, more: Partial<NewWorkItem> = {}): NewWorkItem {
  return { queue: 'q', lane: 'a', id, payload: { id }, ...more }
}

/** Quick enough for tests; the order of things is the same. */
export const quickRetry = { attempts: 3, firstDelayMs: 5, maxDelayMs: 20 }

export interface Working {
  /** Ends the work and waits for what is under way. */
  stop(): Promise<void>
}

/** Works on the queue `q` until it is stopped. */
export function startWork(queue: WorkQueue, handle: WorkHandler, options: Partial<WorkOptions> = {}): Working {
  const controller = new AbortController()
  const ended = queue.work('q', handle, { retry: quickRetry, ...options, signal: controller.signal })
  return {
    stop() {
      controller.abort()
      return ended
    },
  }
}

/** Works until `count` items were handled, and says which, in the order in which they began. */
export async function workOff(
  queue: WorkQueue,
  count: number,
  options: Partial<WorkOptions> = {},
): Promise<readonly string[]> {
  const ids: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const working = startWork(
    queue,
    async ({ id }) => {
      ids.push(id)
      if (ids.length === count) resolve()
    },
    options,
  )
  await promise
  await working.stop()
  return ids
}

export interface Gate {
  /** What `promise` waits for. */
  open(): void
  readonly promise: Promise<void>
}

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}
