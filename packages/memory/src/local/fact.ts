import type { ContentOrigin, JsonValue } from '@hermes/core'
import { parseOrigins } from '@hermes/core/origins'
import * as z from 'zod'

/** Something that a person has said. */
export interface Fact {
  readonly id: string
  readonly text: string
  /** When it was last said, in milliseconds since 1970. */
  readonly atMs: number
  readonly origins: readonly ContentOrigin[]
  /** The packed vector, with the id of its model. */
  readonly vector?: { readonly model: string; readonly packed: string }
}

const stored = z.object({
  text: z.string(),
  atMs: z.number(),
  origins: z.unknown().optional(),
  vector: z.object({ model: z.string(), packed: z.string() }).exactOptional(),
})

/** Returns `undefined` for a value that is not a fact. */
export function readFact(id: string, value: JsonValue): Fact | undefined {
  const { data } = stored.safeParse(value)
  if (!data) return undefined
  const { text, atMs, vector } = data
  const { origins } = Object(value)
  return { id, text, atMs, origins: parseOrigins(origins), ...(vector && { vector }) }
}

export function writeFact({ id: _, origins, vector, ...fact }: Fact): JsonValue {
  return { ...fact, origins: origins.map((origin) => ({ ...origin })), ...(vector && { vector: { ...vector } }) }
}
