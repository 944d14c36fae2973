import * as z from 'zod'

/** A list in the format of OpenAI's API. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ object: z.literal('list'), data: z.array(item).readonly() })
}
