import { describeError, type Logger } from '@hermes/core'
import { PlatformError } from '@hermes/core/platform'
import * as z from 'zod'
import type { MatrixApi } from './matrix-api.js'
import { transactionId } from './position.js'

/** What the agent does in rooms without being asked. */
export interface RoomTasks {
  join(roomId: string, signal: AbortSignal): Promise<void>
  /** Says once that the agent cannot read the room. */
  explainEncryption(roomId: string, signal: AbortSignal): Promise<void>
}

const encrypted =
  'This room is encrypted, and I cannot read encrypted messages: my encryption is off. Invite me to a room without encryption, please.'

export function createRoomTasks(api: MatrixApi, logger: Logger): RoomTasks {
  const explained = new Set<string>()

  /**
   * Tries work and logs a failure. Another server may have closed the room or refuse, but other rooms are still
   * received.
   */
  async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!PlatformError.is(error) || error.kind === 'auth' || error.kind === 'transient') throw error
      logger.log('warn', `${what} failed: ${describeError(error)}`)
    }
  }

  return {
    join: (roomId, signal) =>
      attempt(`Joining ${roomId}`, () =>
        api.call({
          method: 'POST',
          path: `client/v3/join/${encodeURIComponent(roomId)}`,
          body: {},
          answer: z.unknown(),
          signal,
        }),
      ),
    async explainEncryption(roomId, signal) {
      if (explained.has(roomId)) return
      explained.add(roomId)
      const place = `client/v3/rooms/${encodeURIComponent(roomId)}/send/m.room.message`
      await attempt(`Writing to ${roomId}`, () =>
        api.call({
          method: 'PUT',
          // The server performs a transaction once, even after a restart of the agent.
          path: `${place}/${transactionId('encrypted', roomId)}`,
          body: { msgtype: 'm.notice', body: encrypted, 'm.mentions': {} },
          answer: z.unknown(),
          signal,
        }),
      )
    },
  }
}
