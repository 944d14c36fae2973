import * as z from 'zod'
import { inputSchema } from '../input/agent-input.js'
import { modelFields } from '../models/model-fields.js'
import { metadataSchema } from '../request/metadata-schema.js'
import { unsupported } from '../request/unsupported-fields.js'

const plainText = z.object({ type: z.literal('text', { error: 'must be "text": the agent chooses its own format' }) })

/**
 * The supported part of a request for a response. Options that would change the answer in a way that a client relies on are rejected;
 * those of the model behind the agent (`temperature`, `reasoning`, `truncation`, ...) are ignored.
 */
export const responseRequestSchema = z.object({
  ...modelFields,
  // Checked before the input, which requests with a prompt leave out, because only the first problem is reported.
  prompt: unsupported.prompt,
  input: inputSchema,
  instructions: z.string().nullish(),
  /** The response after which the conversation continues. */
  previous_response_id: z.string().nullish(),
  /** The name of a conversation of this user. Each response with it continues the same session. */
  conversation: z.union([z.string().min(1).max(256), z.object({ id: z.string().min(1).max(256) })]).nullish(),
  /** Whether the response can be retrieved and continued later. Its session is stored in any case. */
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  /** Whether to answer immediately, while the turn is running. */
  background: z.boolean().nullish(),
  /** The person that the client speaks for. */
  user: z.string().min(1).max(200).nullish(),
  metadata: metadataSchema.nullish(),
  tools: unsupported.tools,
  tool_choice: unsupported.toolChoice,
  max_tool_calls: unsupported.maxToolCalls,
  top_logprobs: unsupported.topLogprobs,
  /** Parts of the output that only occur in items which the agent does not return. */
  include: z
    .array(
      z.string().refine((part) => part !== 'message.output_text.logprobs', {
        error: 'is not supported: there are no logprobs',
      }),
    )
    .nullish(),
  text: z.object({ format: plainText.nullish() }).nullish(),
})

export type ResponseRequest = z.output<typeof responseRequestSchema>
