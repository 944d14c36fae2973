import * as z from 'zod'

const ownTools = 'is not supported: the agent has its own tools'
const severalCalls = 'is not supported: the answer of an agent takes several calls of its model'

/** Fields of OpenAI's APIs that an agent cannot honor. Values that request nothing are accepted, because some clients send them. */
export const unsupported = {
  tools: z.array(z.unknown()).max(0, { error: ownTools }).nullish(),
  toolChoice: z.enum(['none', 'auto'], { error: 'must be "none" or "auto": the agent has its own tools' }).nullish(),
  logprobs: z.literal(false, { error: severalCalls }).nullish(),
  topLogprobs: z.literal(0, { error: severalCalls }).nullish(),
  logitBias: z
    .record(z.string(), z.unknown())
    .refine((biases) => Object.keys(biases).length === 0, { error: severalCalls })
    .nullish(),
  stop: z
    .union([z.literal(''), z.array(z.string()).max(0)], {
      error: 'is not supported: the agent decides when its answer is complete',
    })
    .nullish(),
  audio: z.null({ error: 'is not supported: the agent answers with text' }).optional(),
  searchOptions: z.null({ error: ownTools }).optional(),
  prompt: z.null({ error: 'is not supported: send its text as "instructions", with an "input"' }).optional(),
  maxToolCalls: z.null({ error: 'is not supported: the setting agent.max_turns limits the agent' }).optional(),
}
