import type { RoomEvent } from './events.js'

/** Messages that people have deleted. Homeservers accept edits of them but do not show them. */
export interface RemovedMessages {
  /** Notes what an event removes, if it does. */
  note(event: RoomEvent): void
  has(messageId: string): boolean
}

/** The message that an event removes, if it does. */
export function redactedBy({ type, redacts, content }: RoomEvent): string | undefined {
  // Rooms of version 11 and later have it in the content.
  const messageId = content.redacts ?? redacts
  return type === 'm.room.redaction' && typeof messageId === 'string' ? messageId : undefined
}

/** Only the latest ones are still edited. */
const most = 1000

export function createRemovedMessages(): RemovedMessages {
  const removed = new Set<string>()
  return {
    note(event) {
      const messageId = redactedBy(event)
      if (messageId === undefined) return
      removed.add(messageId)
      const [oldest] = removed
      if (removed.size > most && oldest !== undefined) removed.delete(oldest)
    },
    has: (messageId) => removed.has(messageId),
  }
}
