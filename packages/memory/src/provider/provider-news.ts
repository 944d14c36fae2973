import * as z from 'zod'

const turn = z.object({
  type: z.literal('turn'),
  id: z.string(),
  sessionId: z.string(),
  person: z.string().exactOptional(),
  atMs: z.number(),
  user: z.string(),
  assistant: z.string(),
})

const write = z.object({
  type: z.literal('write'),
  id: z.string(),
  sessionId: z.string().exactOptional(),
  person: z.string().exactOptional(),
  atMs: z.number(),
  target: z.enum(['memory', 'user']),
  added: z.array(z.string()),
  removed: z.array(z.string()),
})

const end = z.object({
  type: z.literal('end'),
  id: z.string(),
  sessionId: z.string(),
  person: z.string().exactOptional(),
})

/** A queued notification for a provider: a turn ended, a memory file changed, or a conversation ended. */
export type ProviderNews = z.infer<typeof turn> | z.infer<typeof write> | z.infer<typeof end>

/** Reads an item of the queue. Earlier versions queued only turns, without a type. */
export const providerNews = z.union([turn, write, end, turn.omit({ type: true }).transform(asTurn)])

function asTurn(stored: Omit<z.infer<typeof turn>, 'type'>): z.infer<typeof turn> {
  return { type: 'turn', ...stored }
}
