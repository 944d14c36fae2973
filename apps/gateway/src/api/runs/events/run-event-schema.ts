import * as z from 'zod'
import { questionSchema } from '../../questions/question-schemas.js'
import { runSchema } from './run-schemas.js'

const call = { id: z.string(), name: z.string() }

/** An event of a run. The last one has the whole run. */
export const runEventSchema = z.discriminatedUnion('type', [
  /** `run` is only set in the stream of a chat. */
  z.object({ type: z.literal('run.started'), run: runSchema.exactOptional() }),
  z.object({ type: z.literal('run.steered'), text: z.string() }),
  /** The run ends before the model has read the text. */
  z.object({ type: z.literal('run.steer_dropped'), text: z.string() }),
  /** Some events are no longer available. `missed` is their number, for a client that read too slowly. */
  z.object({ type: z.literal('run.lagged'), missed: z.int().exactOptional() }),
  z.object({ type: z.literal('message.delta'), delta: z.string() }),
  z.object({ type: z.literal('message.restarted') }),
  z.object({ type: z.literal('message.completed'), content: z.string().nullable() }),
  z.object({ type: z.literal('reasoning.delta'), delta: z.string() }),
  z.object({ type: z.literal('tool.started'), ...call, arguments: z.string() }),
  z.object({ type: z.enum(['tool.completed', 'tool.failed']), ...call, duration_ms: z.number() }),
  z.object({ type: z.enum(['question.opened', 'question.settled']), question: questionSchema }),
  z.object({ type: z.literal('compression.started'), trigger: z.enum(['threshold', 'overflow', 'request']) }),
  z.object({ type: z.literal('compression.ended'), status: z.enum(['compressed', 'skipped', 'failed']) }),
  z.object({ type: z.literal('notice'), code: z.string(), text: z.string() }),
  z.object({
    type: z.enum([
      'run.completed',
      'run.incomplete',
      'run.failed',
      'run.cancelled',
      // Another process continues the run.
      'run.queued',
      'run.running',
      'run.waiting',
    ]),
    run: runSchema,
  }),
])

export type RunEvent = z.output<typeof runEventSchema>
