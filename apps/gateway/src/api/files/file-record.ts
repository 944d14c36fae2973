import type { JsonValue } from '@hermes/core'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'

/** What clients of OpenAI upload files for, as far as an agent has a use for them. It makes no difference here. */
export const purposes = ['user_data', 'assistants', 'vision'] as const

const fileRecord = z.object({
  id: z.string(),
  /** Whom it was uploaded for. Absent for the holder of the server's own key. */
  userId: z.string().exactOptional(),
  filename: z.string(),
  purpose: z.enum(purposes),
  bytes: z.int(),
  createdAtMs: z.number(),
  /** When a request last named it. */
  usedAtMs: z.number(),
  /** As the client wants it. */
  expiresAtMs: z.number().exactOptional(),
  /** The name under which its content is stored. */
  content: z.string().regex(/^[0-9a-f-]{36}$/),
  /** Of the upload: the same `Idempotency-Key` with another one is a mistake. */
  fingerprint: z.string(),
})

/** An uploaded file, as stored. */
export type FileRecord = z.output<typeof fileRecord>
export type FilePurpose = FileRecord['purpose']

/** `undefined` for a value that is not a file. */
export function parseFileRecord(value: JsonValue | undefined): FileRecord | undefined {
  return storedValue(fileRecord, value)
}
