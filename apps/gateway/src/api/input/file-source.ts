import * as z from 'zod'
import { shownName } from '../files/shown-name.js'
import type { SentFile, UploadedFile } from './given-content.js'
import { isBase64 } from './image-url.js'

const head = /^data:[\w.+/;=-]{0,200};base64,/i

const fileData = z.string().refine((data) => isBase64(data.replace(head, '')), {
  error: 'must be base64, or a data URI in base64, such as "data:application/pdf;base64,..."',
})

/** The source of a document: the id of an uploaded one, or its content. */
export const fileSource = {
  file_id: z.string().min(1).nullish(),
  file_data: fileData.nullish(),
  filename: z.string().nullish(),
}

type FileSource = z.output<z.ZodObject<typeof fileSource>>

export const oneSource = { error: 'must have either "file_id" or "file_data"' }

export function hasOneSource({ file_id: id, file_data: data }: FileSource): boolean {
  return (id ?? undefined) === undefined ? data !== undefined && data !== null : (data ?? undefined) === undefined
}

export function toGivenFile({ file_id: id, file_data: data, filename }: FileSource): UploadedFile | SentFile {
  if (id) return { type: 'uploaded_file', fileId: id }
  return { type: 'sent_file', filename: shownName(filename ?? ''), data: (data ?? '').replace(head, '') }
}
