import * as z from 'zod'
import { purposes } from './file-record.js'

export const fileSchema = z.object({
  id: z.string(),
  object: z.literal('file'),
  bytes: z.int(),
  created_at: z.int(),
  /** `null` unless the client has requested a time. */
  expires_at: z.int().nullable(),
  filename: z.string(),
  purpose: z.enum(purposes),
  status: z.literal('processed'),
  status_details: z.null(),
})

export const fileListSchema = z.object({
  object: z.literal('list'),
  data: z.array(fileSchema).readonly(),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
})

export const deletedFileSchema = z.object({ id: z.string(), object: z.literal('file'), deleted: z.literal(true) })

export type FileObject = z.output<typeof fileSchema>
export type FileList = z.output<typeof fileListSchema>
export type DeletedFile = z.output<typeof deletedFileSchema>
