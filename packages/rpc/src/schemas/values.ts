import * as z from 'zod'

/** Creates the schema of a list that readers do not change. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).readonly()
}

/** Any JSON object. */
export const jsonObject = z.record(z.string(), z.unknown())
export const sessionId = z.string().min(1).max(200)
export const timeMs = z.number()
export const cursor = z.number()

const textPart = z.object({ type: z.literal('text'), text: z.string() })
const imagePart = z.object({
  type: z.literal('image_url'),
  image_url: z.object({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).exactOptional() }),
})
const filePart = z.object({
  type: z.literal('file'),
  file: z.object({ filename: z.string(), file_data: z.string() }),
})

/** Plain text, or parts with images and files. */
export const content = z.union([z.string(), listOf(z.discriminatedUnion('type', [textPart, imagePart, filePart]))])

export const toolCall = z.object({
  id: z.string(),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string() }),
})

/** A message in OpenAI's chat format, without what providers need for a replay. */
export const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: z.string() }),
  z.object({ role: z.literal('user'), content }),
  z.object({
    role: z.literal('assistant'),
    content: z.string().nullable(),
    tool_calls: listOf(toolCall).exactOptional(),
    reasoning: z.string().exactOptional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), name: z.string().exactOptional(), content }),
])

const cost = z.discriminatedUnion('status', [
  z.object({
    status: z.enum(['estimated', 'partial']),
    microUsd: z.number(),
    source: z.string(),
    version: z.string(),
  }),
  z.object({ status: z.literal('unknown') }),
])

/** Tokens, and their cost in millionths of a US dollar. */
export const usage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
  cost: cost.exactOptional(),
})

export const busyMode = z.enum(['queue', 'steer', 'interrupt'])
export const person = z.object({
  id: z.string(),
  name: z.string().exactOptional(),
  role: z.enum(['anyone', 'user', 'admin']),
})

/** An error as data. `code` is stable. */
export const failure = z.object({ code: z.string(), message: z.string(), remedy: jsonObject.exactOptional() })

/** No parameters, or no result. */
export const nothing = z.object({})
export const ofSession = z.object({ sessionId })
