import type { JsonValue } from '@hermes/core'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'

/** The purposes of OpenAI's files that an agent has a use for. They make no difference here. */
export const purposes = ['user_data', 'assistants', 'vision'] as const

const fileRecord = z.object({
  id: z.string(),
  /** The id of the person that it was uploaded for. Absent for the holder of the server's own key. */
  userId: z.string().exactOptional(),
  filename: z.string(),
  purpose: z.enum(purposes),
  bytes: z.int(),
  createdAtMs: z.number(),
  /** When a request last named it. */
  usedAtMs: z.number(),
  /** When the file expires, if the client chose a time. */
  expiresAtMs: z.number().exactOptional(),
  /** The name under which its content is stored. */
  content: z.string().regex(/^[0-9a-f-]{36}$/),
  /** A hash of the upload. Another upload with the same `Idempotency-Key` is rejected. */
  fingerprint: z.string(),
})

/** An uploaded file, as stored. */
export type FileRecord = z.output<typeof fileRecord>
export type FilePurpose = FileRecord['purpose']

/** Returns `undefined` for a value that is not a file. */
export function parseFileRecord(value: JsonValue | undefined): FileRecord | undefined {
  return storedValue(fileRecord, value)
}
