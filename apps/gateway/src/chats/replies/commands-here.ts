import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@hermes/core'
import type { WorkHandler, WorkQueue } from '@hermes/core/queue'
import { commandsQueue } from '../network/queues.js'
import { watchOrphanLanes } from './orphan-lanes.js'

/** The commands that this process received. No other runs them while it lives: they act on its turns. */
export interface CommandsHere {
  /** @returns `false` when a command with this id was put before. */
  put(id: string, payload: JsonValue): Promise<boolean>
  /** Handles them, and those that a dead process has left, until `signal` is aborted. They do not wait for each other. */
  work(handle: WorkHandler, signal: AbortSignal): Promise<void>
}

/** An answer that is owed must not be given up. */
const retry = { attempts: 1000, maxDelayMs: 60_000 }

export function createCommandsHere(queue: WorkQueue): CommandsHere {
  const process = randomUUID()
  const here = new Set<string>()
  return {
    async put(id, payload) {
      const lane = `${process} ${id}`
      here.add(lane)
      if (await queue.put({ queue: commandsQueue, lane, id, payload })) return true
      here.delete(lane)
      // This process has the chat now.
      const put = await queue.get({ queue: commandsQueue, id })
      if (put && put.status !== 'done') here.add(put.lane)
      return false
    },
    async work(handle, signal) {
      using orphans = watchOrphanLanes({ queue, name: commandsQueue })
      const lanes = () => [...here, ...orphans.lanes]
      const handleOne: WorkHandler = async (item, claim) => {
        await handle(item, claim)
        here.delete(item.lane)
      }
      await queue.work(commandsQueue, handleOne, { signal, retry, lanes, concurrency: Number.MAX_SAFE_INTEGER })
    },
  }
}
