import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

/** Maximum number of events. Older ones are dropped. */
const mostEvents = 256

/** Creates a store of the last events of one session, for a client whose stream broke off. */
export function createRecentEvents(): EventStore {
  const events = new Map<string, { readonly streamId: string; readonly message: JSONRPCMessage }>()
  let count = 0
  return {
    async storeEvent(streamId, message) {
      count += 1
      const id = `${count}`
      events.set(id, { streamId, message })
      const [oldest] = events.keys()
      if (events.size > mostEvents && oldest !== undefined) events.delete(oldest)
      return id
    },
    getStreamIdForEventId: async (id) => events.get(id)?.streamId,
    async replayEventsAfter(lastId, { send }) {
      const streamId = events.get(lastId)?.streamId ?? ''
      for (const [id, event] of events) {
        // An event without a method or a result only marks a position.
        const isMessage = 'method' in event.message || 'id' in event.message
        if (event.streamId === streamId && Number(id) > Number(lastId) && isMessage) await send(id, event.message)
      }
      return streamId
    },
  }
}
