import * as z from 'zod'

/** Usage of model calls without its cost, as stored. */
export const tokensSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
})

/** Usage of model calls without its cost. */
export type Tokens = z.output<typeof tokensSchema>
