import * as z from 'zod'

/** What was deleted. */
export const deletedSchema = z.object({
  id: z.string(),
  object: z.enum(['hermes.session', 'hermes.job', 'response']),
  deleted: z.literal(true),
})

export type Deleted = z.output<typeof deletedSchema>
