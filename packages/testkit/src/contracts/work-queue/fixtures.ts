import type { SessionStore } from '@hermes/core'
import type { NewWorkItem, WorkHandler, WorkOptions, WorkQueue } from '@hermes/core/queue'

export function queueOf({ queue }: SessionStore): WorkQueue {
  if (!queue) throw new Error('The suite needs a store with a work queue.')
  return queue
}

/** Returns an item of the queue `q`, by default in the lane `a`. */
export function item(id: string, more: Partial<NewWorkItem> = {}): NewWorkItem {
  return { queue: 'q', lane: 'a', id, payload: { id }, ...more }
}

/** Short delays for tests; the order of events is the same. */
export const quickRetry = { attempts: 3, firstDelayMs: 5, maxDelayMs: 20 }

export interface Working {
  /** Stops the worker and waits for running handlers. */
  stop(): Promise<void>
}

/** Works on the queue `q` until stopped. */
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

/** Works until `count` items were handled, and returns them in the order in which they started. */
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
  /** Resolves the promise to wait for. */
  open(): void
  readonly promise: Promise<void>
}

export function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, open: resolve }
}
