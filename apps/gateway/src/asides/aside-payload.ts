import type { Aside } from '@hermes/conversations/commands'
import type { JsonValue } from '@hermes/core'
import * as z from 'zod'
import { storedValue } from '../stored-value.js'

const payloadSchema = z.object({
  id: z.string(),
  inputId: z.string(),
  kind: z.enum(['background', 'review']),
  conversation: z.string(),
  from: z.object({
    person: z.object({
      id: z.string(),
      name: z.string().exactOptional(),
      role: z.enum(['anyone', 'user', 'admin']),
    }),
    surface: z.object({
      kind: z.enum(['terminal', 'api', 'rpc', 'editor', 'chat', 'schedule', 'dashboard']),
      name: z.string().exactOptional(),
    }),
  }),
})

/** Returns the aside as the queue stores it. */
export function toPayload(aside: Aside): JsonValue {
  return payloadSchema.parse(aside)
}

/** @returns `undefined` for a payload that another version has put. */
export function fromPayload(payload: JsonValue): Aside | undefined {
  return storedValue(payloadSchema, payload)
}
