import type { CallOptions, SentMessage } from '@hermes/core/platform'
import * as z from 'zod'
import type { RoomEvent } from './events.js'
import type { MatrixApi } from './matrix-api.js'
import { isGone } from './to-platform-error.js'

/** Messages that people have deleted. Homeservers accept edits of them but do not show them. */
export interface RemovedMessages {
  /** Notes the message that an event removes, if any. */
  note(event: RoomEvent): void
  /** Whether this process has received that the message was removed. */
  isNoted(messageId: string): boolean
  /** Checks with the homeserver as well: another process may have received the removal. */
  has(message: Pick<SentMessage, 'chatId' | 'messageId'>, options: CallOptions): Promise<boolean>
}

/** Returns the message that an event removes, if any. */
export function redactedBy({ type, redacts, content }: RoomEvent): string | undefined {
  // In rooms of version 11 and later, it is part of the content.
  const messageId = content.redacts ?? redacts
  return type === 'm.room.redaction' && typeof messageId === 'string' ? messageId : undefined
}

/** How many are kept: only the latest messages are still edited. */
const most = 1000

const event = z.object({ unsigned: z.object({ redacted_because: z.unknown() }).partial().catch({}).default({}) })

export function createRemovedMessages(api: MatrixApi): RemovedMessages {
  const removed = new Set<string>()
  return {
    note(event) {
      const messageId = redactedBy(event)
      if (messageId === undefined) return
      removed.add(messageId)
      const [oldest] = removed
      if (removed.size > most && oldest !== undefined) removed.delete(oldest)
    },
    isNoted: (messageId) => removed.has(messageId),
    async has({ chatId, messageId }, { signal }) {
      if (removed.has(messageId)) return true
      const path = `client/v3/rooms/${encodeURIComponent(chatId)}/event/${encodeURIComponent(messageId)}`
      try {
        const { unsigned } = await api.call({ path, answer: event, signal })
        return unsigned.redacted_because !== undefined
      } catch (error) {
        if (isGone(error)) return true
        throw error
      }
    },
  }
}
