import type { SessionId } from '@hermes/core'
import type { QueuedInput } from '../contracts/conversation-state.js'
import type { Inputs } from './inputs.js'

/** How many ids are remembered, over all conversations. */
const maxIds = 10_000

/** Inputs that only their own process knows, for a store without a queue. @returns those of one conversation after the other. */
export function createMemoryQueue(): (id: SessionId) => Inputs {
  const taken = new Set<string>()
  return (conversation) => createMemoryInputs(conversation, taken)
}

function createMemoryInputs(conversation: SessionId, taken: Set<string>): Inputs {
  const waiting: QueuedInput[] = []
  let wake: (() => void) | undefined

  function take(id: string): boolean {
    const name = JSON.stringify([conversation, id])
    if (taken.has(name)) return false
    taken.add(name)
    const [oldest] = taken
    if (taken.size > maxIds && oldest !== undefined) taken.delete(oldest)
    return true
  }

  return {
    isDurable: false,
    async put(input) {
      if (!take(input.id)) return false
      waiting.push(input)
      wake?.()
      return true
    },
    list: async () => [...waiting],
    async remove(id) {
      const index = waiting.findIndex((input) => input.id === id)
      return index >= 0 && waiting.splice(index, 1).length > 0
    },
    async work(handle, signal) {
      signal.addEventListener('abort', () => wake?.(), { once: true })
      while (!signal.aborted) {
        const input = waiting.shift()
        if (!input) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          continue
        }
        try {
          await handle(input)
        } catch (error) {
          waiting.unshift(input)
          if (!signal.aborted) throw error
        }
      }
    },
    takeId: async (id) => take(id),
  }
}
