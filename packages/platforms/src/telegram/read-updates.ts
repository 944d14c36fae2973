import { describeError, type Logger } from '@hermes/core'
import type { PlatformEvent } from '@hermes/core/platform'
import type { Update, User } from 'grammy/types'
import * as z from 'zod'
import { toActivities } from './to-activities.js'
import { toInbound } from './to-inbound.js'

/** The fields of updates that are used unchanged. */
const taken = z.object({
  text: z.string().exactOptional(),
  value: z.string().exactOptional(),
  chatName: z.string().exactOptional(),
  albumId: z.string().exactOptional(),
  forwarded: z.object({ from: z.string().exactOptional() }).exactOptional(),
  sentAtMs: z.number(),
  replyTo: z.object({ text: z.string().exactOptional() }).exactOptional(),
  attachments: z
    .array(z.object({ id: z.string(), name: z.string(), mediaType: z.string(), bytes: z.number().exactOptional() }))
    .exactOptional(),
})

/**
 * Returns the events of updates. An update that cannot be read is logged and left out: otherwise it would be sent again and again, and
 * nothing after it would be received.
 */
export function readUpdates(updates: readonly Update[], me: User, logger: Logger): readonly PlatformEvent[] {
  return updates.flatMap((update): readonly PlatformEvent[] => {
    try {
      const event = toInbound(update, me)
      if (!event) return toActivities(update, me)
      taken.parse(event)
      return [event]
    } catch (error) {
      const { update_id: id } = update
      logger.log('error', `Telegram sent an update that cannot be read, which is skipped: ${describeError(error)}`, {
        id,
      })
      return []
    }
  })
}
