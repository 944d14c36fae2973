import * as z from 'zod'
import { fileSource, hasOneSource, oneSource, toGivenFile } from './file-source.js'
import type { GivenContent, GivenInput, GivenMessage, GivenPart } from './given-content.js'
import { imageUrlSchema } from './image-url.js'

const textPart = z.object({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const imagePart = z
  .object({
    type: z.literal('input_image'),
    image_url: imageUrlSchema.nullish(),
    file_id: z.string().min(1).nullish(),
    detail: z.enum(['auto', 'low', 'high']).nullish(),
  })
  .refine(({ image_url: url, file_id: id }) => Boolean(url) !== Boolean(id), {
    error: 'must have either "image_url" or "file_id"',
  })
const filePart = z
  .object({
    type: z.literal('input_file'),
    ...fileSource,
    file_url: z
      .null({ error: 'is not supported: the gateway fetches no files: upload it, or send it as "file_data"' })
      .optional(),
  })
  .refine(hasOneSource, oneSource)
const part = z.discriminatedUnion('type', [textPart, imagePart, filePart], {
  error: 'must be "input_text", "input_image" or "input_file"',
})
/** Text, or a list of texts, images and files. */
export const contentSchema = z.union([z.string(), z.array(part)], {
  error: 'must be text, or parts of type "input_text", "input_image" and "input_file"',
})
const message = z.object({
  type: z.literal('message').exactOptional(),
  role: z.enum(['user', 'assistant', 'system', 'developer'], {
    error: 'must be "user", "assistant", "system" or "developer": the agent calls its tools itself',
  }),
  content: contentSchema,
})
/** Earlier reasoning of a model, sent back by clients that keep their own history. The agent has no use for it. */
const reasoning = z.object({ type: z.literal('reasoning') })
/** A reference to an item of an earlier response. */
const reference = z.object({ type: z.literal('item_reference'), id: z.string() })

/** A message, or reasoning of a model. */
export const writtenItemSchema = z.discriminatedUnion('type', [message, reasoning], {
  error: 'must be "message": the agent calls its tools itself',
})
const item = z.discriminatedUnion('type', [message, reasoning, reference], {
  error: 'must be "message" or "item_reference": the agent calls its tools itself',
})

/** The input of a response or run: text, or the items of a conversation that ends with a user's message. */
export const inputSchema = z.union([z.string(), z.array(item).min(1)], {
  error: 'must be text, or messages, of which the last one is from the user',
})

export type Input = z.output<typeof inputSchema>
export type Reference = z.output<typeof reference>
export type WrittenItem = z.output<typeof writtenItemSchema>
/** An input without references. */
export type WrittenInput = string | readonly WrittenItem[]

/** Splits the items of an input. Returns `undefined` if the last one is not from the user. */
export function toAgentInput(
  input: WrittenInput,
  givenInstructions: string | null | undefined,
): GivenInput | undefined {
  const items = typeof input === 'string' ? [{ role: 'user' as const, content: input }] : input.filter(isMessage)
  const spoken = items.flatMap(toMessage)
  const last = spoken.at(-1)
  if (last?.role !== 'user') return undefined
  const told = items.flatMap(({ role, content }) =>
    role === 'system' || role === 'developer' ? [plainText(content)] : [],
  )
  const instructions = [givenInstructions ?? '', ...told].filter(Boolean).join('\n\n')
  return {
    content: last.content,
    seed: { history: spoken.slice(0, -1), ...(instructions && { instructions }) },
  }
}

type Item = z.output<typeof message>
type Part = z.output<typeof part>

function isMessage(item: WrittenItem): item is Item {
  return 'role' in item
}

/** Returns the messages of users and assistants. */
export function spokenMessages(items: readonly WrittenItem[]): readonly GivenMessage[] {
  return items.filter(isMessage).flatMap(toMessage)
}

function toMessage({ role, content }: Item): readonly GivenMessage[] {
  if (role === 'user') return [{ role, content: toContent(content) }]
  return role === 'assistant' ? [{ role, content: plainText(content) }] : []
}

export function toContent(content: Item['content']): GivenContent {
  return typeof content === 'string' ? content : content.map(toPart)
}

function toPart(part: Part): GivenPart {
  if (part.type === 'input_file') return toGivenFile(part)
  if (part.type !== 'input_image') return { type: 'text', text: part.text }
  const { image_url: url, file_id: fileId } = part
  const detail = part.detail ? { detail: part.detail } : {}
  return url
    ? { type: 'image_url', image_url: { url, ...detail } }
    : { type: 'uploaded_image', fileId: fileId ?? '', ...detail }
}

function plainText(content: Item['content']): string {
  if (typeof content === 'string') return content
  return content.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n')
}
