import * as z from 'zod'

/** What model calls have used, without its cost, as stored. */
export const tokensSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  cacheReadTokens: z.number(),
  cacheWriteTokens: z.number(),
  reasoningTokens: z.number(),
})

/** What model calls have used, without its cost. */
export type Tokens = z.output<typeof tokensSchema>
