import * as z from 'zod'
import { fileSource, hasOneSource, oneSource, toGivenFile } from '../input/file-source.js'
import type { GivenContent, GivenInput, GivenMessage } from '../input/given-content.js'
import { imageUrlSchema } from '../input/image-url.js'
import { modelFields } from '../models/model-fields.js'
import { unsupported } from '../request/unsupported-fields.js'

const text = z.object({ type: z.literal('text'), text: z.string() })
const image = z.object({
  type: z.literal('image_url'),
  image_url: z.object({ url: imageUrlSchema, detail: z.enum(['auto', 'low', 'high']).exactOptional() }),
})
const file = z.object({ type: z.literal('file'), file: z.object(fileSource).refine(hasOneSource, oneSource) })
const part = z.discriminatedUnion('type', [text, image, file], {
  error: 'must be "text", "image_url" or "file"',
})
const content = z.union([z.string(), z.array(part)], {
  error: 'must be text, or parts of type "text", "image_url" and "file"',
})

const texts = z.union([z.string(), z.array(text)], { error: 'must be text, or parts of type "text"' })

const message = z.discriminatedUnion(
  'role',
  [
    z.object({ role: z.enum(['system', 'developer']), content: texts }),
    z.object({ role: z.literal('user'), content }),
    z.object({ role: z.literal('assistant'), content: texts.nullish() }),
  ],
  { error: 'must be "system", "developer", "user" or "assistant": the agent calls its tools itself' },
)

/**
 * The supported part of a chat completion request. Options that would change the answer in a way that a client relies on are rejected;
 * those of the model behind the agent (`temperature`, `max_tokens`, `seed`, ...) and notes for OpenAI (`metadata`, `store`, ...) are ignored.
 */
export const chatRequestSchema = z.object({
  ...modelFields,
  messages: z.array(message).min(1),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).nullish(),
  tools: unsupported.tools,
  tool_choice: unsupported.toolChoice,
  functions: unsupported.tools,
  function_call: unsupported.toolChoice,
  web_search_options: unsupported.searchOptions,
  logprobs: unsupported.logprobs,
  top_logprobs: unsupported.topLogprobs,
  logit_bias: unsupported.logitBias,
  stop: unsupported.stop,
  audio: unsupported.audio,
  modalities: z.array(z.literal('text', { error: 'must be "text": the agent answers with text' })).nullish(),
  /** The person that the client speaks for. */
  user: z.string().min(1).max(200).nullish(),
  n: z.literal(1, { error: 'must be 1: a turn has one answer' }).nullish(),
  response_format: z
    .object({ type: z.literal('text', { error: 'must be "text": the agent chooses its own format' }) })
    .nullish(),
})

export type ChatRequest = z.output<typeof chatRequestSchema>

/** Splits the messages of a request. Returns `undefined` if the last one is not from the user. */
export function toChatInput({ messages }: ChatRequest): GivenInput | undefined {
  const spoken = messages.flatMap(toMessage)
  const last = spoken.at(-1)
  if (last?.role !== 'user') return undefined
  const instructions = messages
    .flatMap((given) => (given.role === 'system' || given.role === 'developer' ? [plainText(given.content)] : []))
    .filter(Boolean)
    .join('\n\n')
  return {
    content: last.content,
    seed: { history: spoken.slice(0, -1), ...(instructions && { instructions }) },
  }
}

function toMessage(given: ChatRequest['messages'][number]): readonly GivenMessage[] {
  if (given.role === 'user') return [{ role: 'user', content: toGiven(given.content) }]
  if (given.role !== 'assistant') return []
  const { content = null } = given
  return [{ role: 'assistant', content: content === null ? null : plainText(content) }]
}

function toGiven(given: z.output<typeof content>): GivenContent {
  return typeof given === 'string' ? given : given.map((part) => (part.type === 'file' ? toGivenFile(part.file) : part))
}

function plainText(content: z.output<typeof texts>): string {
  return typeof content === 'string' ? content : content.map((part) => part.text).join('\n')
}
