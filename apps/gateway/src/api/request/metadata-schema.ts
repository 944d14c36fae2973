import * as z from 'zod'

/** OpenAI's limits. */
const most = { entries: 16, nameLength: 64, valueLength: 512 }

/** Metadata that a client attaches to an object: at most 16 texts. */
export const metadataSchema = z
  .record(z.string().max(most.nameLength), z.string().max(most.valueLength))
  .refine((metadata) => Object.keys(metadata).length <= most.entries, {
    error: `must have at most ${most.entries} entries`,
  })
