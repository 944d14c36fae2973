import * as z from 'zod'
import { inputSchema } from '../input/agent-input.js'

const ownTools = { error: 'is not supported: the agent has its own tools' }
const plainText = z.object({ type: z.literal('text', { error: 'must be "text": the agent chooses its own format' }) })

/**
 * The supported part of a request for a response. Options that would change the format of the answer are rejected; options of the model
 * behind the agent (`temperature`, `reasoning`, `truncation`, ...) are ignored.
 */
export const responseRequestSchema = z.object({
  model: z.string().nullish(),
  input: inputSchema,
  instructions: z.string().nullish(),
  /** Continues the conversation after this response. */
  previous_response_id: z.string().nullish(),
  /** The name of a conversation of this user: each response with it continues the same session. */
  conversation: z.union([z.string().min(1).max(256), z.object({ id: z.string().min(1).max(256) })]).nullish(),
  /** Whether the response can be retrieved later, and continued. Its session is stored in any case. */
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  /** Answers at once, while the turn goes on. */
  background: z.boolean().nullish(),
  /** The person that the client speaks for. */
  user: z.string().min(1).max(200).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  tools: z.array(z.unknown()).max(0, ownTools).nullish(),
  text: z.object({ format: plainText.nullish() }).nullish(),
})

export type ResponseRequest = z.output<typeof responseRequestSchema>
