import { describeError, HermesError } from '@hermes/core'
import type { PlatformEvent } from '@hermes/core/platform'
import { isRecord, parseJson } from '@hermes/core/wiring'
import * as z from 'zod'

const text = z.string()
const id = text.min(1)

const shared = {
  id,
  chatId: id,
  threadId: text.exactOptional(),
  workspaceId: text.exactOptional(),
  chatType: z.enum(['direct', 'group', 'channel']),
  chatName: text.exactOptional(),
  sender: z.object({ id, name: text.exactOptional(), isBot: z.boolean().exactOptional() }),
  sentAtMs: z.number(),
  context: z.record(text, z.json()).exactOptional(),
}

const attachment = z.object({
  id,
  kind: z.enum(['image', 'audio', 'voice', 'video', 'document']),
  name: text,
  mediaType: text,
  bytes: z.number().exactOptional(),
})

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    ...shared,
    type: z.literal('message'),
    messageId: text,
    text,
    isAddressed: z.boolean(),
    replyTo: z.object({ messageId: text, text: text.exactOptional(), isOwn: z.boolean() }).exactOptional(),
    forwarded: z.object({ from: text.exactOptional() }).exactOptional(),
    attachments: z.array(attachment),
    albumId: id.exactOptional(),
  }),
  z.object({ ...shared, type: z.literal('removal'), messageId: text }),
  z.object({ ...shared, type: z.literal('press'), messageId: text, value: text }),
  z.object({
    ...shared,
    type: z.literal('reaction'),
    messageId: text,
    emoji: text,
    change: z.enum(['added', 'removed']),
  }),
  z.object({ ...shared, type: z.literal('member'), change: z.enum(['joined', 'left']) }),
])

/**
 * Returns an adapter's event as the gateway stores it. It is validated because adapters may be written without types.
 * @throws {HermesError} `gateway/malformed-event`, which names the event and the invalid member.
 */
export function readEvent(value: unknown): PlatformEvent {
  const about = isRecord(value) && typeof value.id === 'string' ? `the event "${value.id}"` : 'an event without an id'
  const found = eventSchema.safeParse(toPlain(value, about))
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw malformed(about, `${issue?.path.join('.') || 'it'}: ${issue?.message}`, found.error)
}

/** Removes `undefined`, because members with it would be missing when the adapter gets the event back after a restart. */
function toPlain(value: unknown, about: string): unknown {
  try {
    const json: string | undefined = JSON.stringify(value)
    return json === undefined ? undefined : parseJson(json)
  } catch (error) {
    throw malformed(about, `it is no JSON: ${describeError(error)}`, error)
  }
}

function malformed(about: string, why: string, cause: unknown): HermesError {
  const sentence = `The adapter delivered ${about}, which is not as InboundEvent says, so it was dropped: ${why}`
  return new HermesError('gateway/malformed-event', sentence, { cause })
}
