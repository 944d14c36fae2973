import type * as z from 'zod'
import { MemoryError } from '../files/memory-error.js'

/**
 * Reads the answer of a service with its schema.
 * @throws {MemoryError} `memory/service` when the answer does not match.
 */
export function readAnswer<Schema extends z.ZodType>(
  service: string,
  schema: Schema,
  answer: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new MemoryError(
    'memory/service',
    `${service} answered with something else than memories: update Hermes, or check the address.`,
    {
      cause: parsed.error,
    },
  )
}
