import * as z from 'zod'
import { outputTextSchema } from '../items/item-schemas.js'
import { outputMessageSchema, responseSchema } from './response-schemas.js'

const common = { sequence_number: z.int() }
const item = { ...common, output_index: z.int(), item: outputMessageSchema }
const place = { ...common, item_id: z.string(), output_index: z.int(), content_index: z.int() }
const text = { ...place, logprobs: z.array(z.unknown()) }

/** An event of a response. The last one has the whole response. */
export const responseEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum([
      'response.created',
      'response.in_progress',
      'response.completed',
      'response.incomplete',
      'response.failed',
    ]),
    ...common,
    response: responseSchema,
  }),
  z.object({ type: z.enum(['response.output_item.added', 'response.output_item.done']), ...item }),
  z.object({
    type: z.enum(['response.content_part.added', 'response.content_part.done']),
    ...place,
    part: outputTextSchema,
  }),
  z.object({ type: z.literal('response.output_text.delta'), ...text, delta: z.string() }),
  z.object({ type: z.literal('response.output_text.done'), ...text, text: z.string() }),
])

/** An event before it is numbered. */
export type ResponseEvent = Unnumbered<z.output<typeof responseEventSchema>>

type Unnumbered<Event> = Event extends unknown ? Omit<Event, 'sequence_number'> : never
