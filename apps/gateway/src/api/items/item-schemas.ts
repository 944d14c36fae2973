import * as z from 'zod'

export const outputTextSchema = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
})

const inputPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('input_text'), text: z.string() }),
  z.object({
    type: z.literal('input_image'),
    image_url: z.string(),
    detail: z.enum(['auto', 'low', 'high']),
    file_id: z.null(),
  }),
  z.object({
    type: z.literal('input_file'),
    filename: z.string(),
    /** The id of an uploaded file, which may have been deleted. */
    file_id: z.string().exactOptional(),
    file_data: z.string().exactOptional(),
  }),
])

const common = { id: z.string(), type: z.literal('message'), status: z.literal('completed') }

/** A message of a conversation. As in responses, the agent's tool calls are not among the items. */
export const conversationItemSchema = z.discriminatedUnion('role', [
  z.object({ ...common, role: z.literal('user'), content: z.array(inputPart).readonly() }),
  z.object({ ...common, role: z.literal('assistant'), content: z.array(outputTextSchema).readonly() }),
])

export const itemListSchema = z.object({
  object: z.literal('list'),
  data: z.array(conversationItemSchema).readonly(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
})

export type OutputText = z.output<typeof outputTextSchema>
export type ConversationItem = z.output<typeof conversationItemSchema>
export type InputPart = z.output<typeof inputPart>
export type ItemList = z.output<typeof itemListSchema>
