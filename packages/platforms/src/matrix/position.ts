import { createHash } from 'node:crypto'
import type { CallOptions } from '@hermes/core/platform'
import * as z from 'zod'
import type { MatrixApi } from './matrix-api.js'
import { isGone } from './to-platform-error.js'

/** How far the agent has received. */
export interface Position {
  /** The position of the server to continue from. Absent before the first start. */
  readonly since?: string | undefined
  /** Encrypted events whose key has not arrived. */
  readonly waiting?: readonly WaitingEvent[] | undefined
}

/** Positions on the homeserver, where every process with the account finds them. */
export interface Positions {
  load(options: CallOptions): Promise<Position>
  save(position: Position, options: CallOptions): Promise<void>
}

const waitingEvent = z.object({ roomId: z.string(), eventId: z.string() })

export type WaitingEvent = z.infer<typeof waitingEvent>

const stored = z.object({
  since: z.string().optional(),
  waiting: z.array(waitingEvent).optional(),
})

export function createPositions(api: MatrixApi, userId: string): Positions {
  const path = `client/v3/user/${encodeURIComponent(userId)}/account_data/dev.hermes.position`
  return {
    async load({ signal }) {
      try {
        return await api.call({ path, answer: stored, signal })
      } catch (error) {
        if (isGone(error)) return {}
        throw error
      }
    },
    async save(position, { signal }) {
      await api.call({ method: 'PUT', path, body: position, answer: z.unknown(), signal })
    },
  }
}

/** Returns the id of a request, which the server performs only once. */
export function transactionId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)
}
