import type { CallOptions } from '@hermes/core/platform'
import * as z from 'zod'
import { type RoomEvent, roomEvent } from './events.js'
import type { MatrixApi } from './matrix-api.js'
import { isGone } from './to-platform-error.js'

/** Facts about rooms, each requested once. */
export interface Rooms {
  /** Returns the names of the people in a room, by their ids. */
  members(roomId: string, options: CallOptions): Promise<ReadonlyMap<string, string>>
  /** Returns an event; `undefined` if the agent cannot see it. */
  event(roomId: string, eventId: string, options: CallOptions): Promise<RoomEvent | undefined>
  /** Called when somebody has joined or left. */
  forget(roomId: string): void
}

const joined = z.object({
  joined: z.record(z.string(), z.object({ display_name: z.string().nullish() })),
})

/** How many rooms have their members cached. */
const mostRooms = 1000

/** Creates the facts about rooms. @param readable Returns the decrypted event, or the event itself. */
export function createRooms(
  api: MatrixApi,
  readable: (roomId: string, event: RoomEvent, options: CallOptions) => Promise<RoomEvent>,
): Rooms {
  const known = new Map<string, Promise<ReadonlyMap<string, string>>>()

  async function load(roomId: string, { signal }: CallOptions) {
    const path = `client/v3/rooms/${encodeURIComponent(roomId)}/joined_members`
    const { joined: members } = await api.call({ path, answer: joined, signal })
    return new Map(Object.entries(members).map(([id, { display_name: name }]) => [id, name ?? '']))
  }

  return {
    members(roomId, options) {
      const there = known.get(roomId)
      if (there) return there
      const [oldest] = known.keys()
      if (known.size >= mostRooms && oldest !== undefined) known.delete(oldest)
      const loading = load(roomId, options)
      known.set(roomId, loading)
      loading.catch(() => known.delete(roomId))
      return loading
    },
    async event(roomId, eventId, options) {
      const path = `client/v3/rooms/${encodeURIComponent(roomId)}/event/${encodeURIComponent(eventId)}`
      try {
        return await readable(roomId, await api.call({ path, answer: roomEvent, ...options }), options)
      } catch (error) {
        if (isGone(error)) return undefined
        throw error
      }
    },
    forget: (roomId) => void known.delete(roomId),
  }
}
