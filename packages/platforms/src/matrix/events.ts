import * as z from 'zod'

/** The fields that are read from an event of a room. Everything in it was chosen by its sender. */
export const roomEvent = z.object({
  type: z.string(),
  event_id: z.string().default(''),
  sender: z.string().default(''),
  origin_server_ts: z.number().default(0),
  state_key: z.string().optional(),
  redacts: z.string().optional(),
  content: z.record(z.string(), z.unknown()).default({}),
  unsigned: z
    .object({ prev_content: z.object({ membership: z.string() }).partial() })
    .partial()
    .optional()
    .catch(undefined),
})

export type RoomEvent = z.infer<typeof roomEvent>

/** Events of any other form are left out. */
const roomEvents = z
  .array(z.unknown())
  .default([])
  .transform((events) => events.flatMap((event) => roomEvent.safeParse(event).data ?? []))

const keyNews = {
  to_device: z.object({ events: z.array(z.unknown()).default([]) }).default({ events: [] }),
  device_lists: z
    .object({ changed: z.array(z.string()).default([]), left: z.array(z.string()).default([]) })
    .default({ changed: [], left: [] }),
  device_one_time_keys_count: z.record(z.string(), z.number()).default({}),
  device_unused_fallback_key_types: z.array(z.string()).default([]),
}

const timeline = z.object({ events: roomEvents, limited: z.boolean().default(false) })

export const syncAnswer = z.object({
  next_batch: z.string(),
  ...keyNews,
  rooms: z
    .object({
      join: z.record(z.string(), z.object({ timeline: timeline.optional() })).default({}),
      invite: z.record(z.string(), z.unknown()).default({}),
    })
    .default({ join: {}, invite: {} }),
})

export type SyncAnswer = z.infer<typeof syncAnswer>

const relation = z
  .object({
    rel_type: z.string(),
    event_id: z.string(),
    key: z.string(),
    is_falling_back: z.boolean(),
    'm.in_reply_to': z.object({ event_id: z.string() }).partial(),
  })
  .partial()

/** The key and address of an encrypted file. */
export const encryptedFile = z.looseObject({ url: z.string() })

export const messageContent = z.object({
  msgtype: z.string(),
  body: z.string().default(''),
  filename: z.string().optional(),
  url: z.string().optional(),
  file: encryptedFile.optional().catch(undefined),
  info: z.object({ mimetype: z.string(), size: z.number().nonnegative() }).partial().optional().catch(undefined),
  /** Marks a voice message. The object has no fields. */
  'org.matrix.msc3245.voice': z.object({}).optional().catch(undefined),
  'm.mentions': z
    .object({ user_ids: z.array(z.string()) })
    .partial()
    .optional()
    .catch(undefined),
  'm.relates_to': relation.optional().catch(undefined),
})

export type MessageContent = z.infer<typeof messageContent>

export const reactionContent = z.object({ 'm.relates_to': relation })
