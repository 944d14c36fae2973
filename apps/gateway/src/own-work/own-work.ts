import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@hermes/core'
import type { WorkHandler, WorkQueue } from '@hermes/core/queue'
import { watchOrphanLanes } from './orphan-lanes.js'

/** Items of a queue that only the process that put them handles while it lives. Another process takes over the items of a dead one. */
export interface OwnWork {
  /** @returns `false` if an item with this id was put before. */
  put(id: string, payload: JsonValue): Promise<boolean>
  /** Handles the items until `signal` is aborted. They do not wait for each other. */
  work(handle: WorkHandler, signal: AbortSignal): Promise<void>
}

/** Work that is owed must not be given up. */
const retry = { attempts: 1000, maxDelayMs: 60_000 }

/** @param name The name of the queue. */
export function createOwnWork(queue: WorkQueue, name: string): OwnWork {
  const process = randomUUID()
  const here = new Set<string>()
  return {
    async put(id, payload) {
      const lane = `${process} ${id}`
      here.add(lane)
      if (await queue.put({ queue: name, lane, id, payload })) return true
      here.delete(lane)
      // This process has been asked for the item and takes it over.
      const put = await queue.get({ queue: name, id })
      if (put && put.status !== 'done') here.add(put.lane)
      return false
    },
    async work(handle, signal) {
      using orphans = watchOrphanLanes({ queue, name })
      const lanes = () => [...here, ...orphans.lanes]
      const handleOne: WorkHandler = async (item, claim) => {
        await handle(item, claim)
        here.delete(item.lane)
      }
      await queue.work(name, handleOne, { signal, retry, lanes, concurrency: Number.MAX_SAFE_INTEGER })
    },
  }
}
