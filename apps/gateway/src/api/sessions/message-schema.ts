import * as z from 'zod'
import { listOf } from '../request/list-of.js'

const content = z.union([
  z.string(),
  z
    .array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({
          type: z.literal('image_url'),
          image_url: z.object({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).exactOptional() }),
        }),
        z.object({ type: z.literal('file'), file: z.object({ filename: z.string(), file_data: z.string() }) }),
      ]),
    )
    .readonly(),
])

const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

const stored = {
  id: z.int(),
  /** The time in seconds since 1970, with a fraction. */
  created_at: z.number(),
}

/** A message of a session, in the format of OpenAI's chat completions. */
export const messageSchema = z.discriminatedUnion('role', [
  z.object({ ...stored, role: z.literal('system'), content: z.string() }),
  z.object({ ...stored, role: z.literal('user'), content }),
  z.object({
    ...stored,
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: z.array(toolCall).readonly().exactOptional(),
    reasoning: z.string().exactOptional(),
  }),
  z.object({
    ...stored,
    role: z.literal('tool'),
    tool_call_id: z.string(),
    name: z.string().exactOptional(),
    content,
  }),
])

export const messageListSchema = listOf(messageSchema)

export type MessageObject = z.output<typeof messageSchema>
export type MessageList = z.output<typeof messageListSchema>
