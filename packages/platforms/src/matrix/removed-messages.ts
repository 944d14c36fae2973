import type { RoomEvent } from './events.js'

/** Messages that people have deleted. Homeservers accept edits of them but do not show them. */
export interface RemovedMessages {
  /** Notes what an event removes, if it does. */
  note(event: RoomEvent): void
  has(messageId: string): boolean
}

/** Only the latest ones are still edited. */
const most = 1000

export function createRemovedMessages(): RemovedMessages {
  const removed = new Set<string>()
  return {
    note({ type, redacts, content }) {
      // Rooms of version 11 and later have it in the content.
      const messageId = content.redacts ?? redacts
      if (type !== 'm.room.redaction' || typeof messageId !== 'string') return
      removed.add(messageId)
      const [oldest] = removed
      if (removed.size > most && oldest !== undefined) removed.delete(oldest)
    },
    has: (messageId) => removed.has(messageId),
  }
}
