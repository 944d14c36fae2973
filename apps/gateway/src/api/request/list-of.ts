import * as z from 'zod'

/** Returns the schema of a list in the format of OpenAI's API. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ object: z.literal('list'), data: z.array(item).readonly() })
}
