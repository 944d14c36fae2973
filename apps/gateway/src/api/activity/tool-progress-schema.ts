import * as z from 'zod'

/** The start or end of a tool call. */
export const toolProgressSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(['running', 'completed', 'failed']),
  duration_ms: z.number().exactOptional(),
})

export type ToolProgress = z.output<typeof toolProgressSchema>
