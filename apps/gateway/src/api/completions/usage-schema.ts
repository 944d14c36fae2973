import * as z from 'zod'

/** Usage in the format of OpenAI's chat completions. */
export const usageSchema = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }),
  completion_tokens_details: z.object({ reasoning_tokens: z.int() }),
})

export type UsageObject = z.output<typeof usageSchema>
