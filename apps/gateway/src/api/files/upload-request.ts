import type { Context } from 'hono'
import * as z from 'zod'
import { describeProblem } from '../request/describe-problem.js'
import { badRequest } from '../request/request-error.js'
import { purposes } from './file-record.js'
import { shownName } from './shown-name.js'

const wholePurposes = purposes.map((purpose) => `"${purpose}"`).join(', ')

/** The parts of an upload. */
export const uploadSchema = z.object({
  file: z.file(),
  purpose: z.enum(purposes, {
    error: `must be one of ${wholePurposes}: there are no batches and no fine-tuning here`,
  }),
  'expires_after[anchor]': z.literal('created_at').exactOptional(),
  'expires_after[seconds]': z.coerce
    .number()
    .int()
    .min(60 * 60)
    .max(30 * 24 * 60 * 60)
    .exactOptional(),
})

export interface Upload {
  readonly filename: string
  readonly purpose: z.output<typeof uploadSchema>['purpose']
  readonly file: File
  readonly expiresAfterMs?: number
}

/** @throws {RequestError} when the body is no upload. */
export async function readUpload(context: Context): Promise<Upload> {
  const parsed = uploadSchema.safeParse(Object.fromEntries(await readForm(context)), { reportInput: true })
  if (!parsed.success) {
    const { message, param } = describeProblem(parsed.error)
    throw badRequest(message, param)
  }
  const { file, purpose, 'expires_after[seconds]': seconds } = parsed.data
  return {
    filename: shownName(file.name),
    purpose,
    file,
    ...(seconds !== undefined && { expiresAfterMs: seconds * 1000 }),
  }
}

async function readForm(context: Context): Promise<FormData> {
  if (!/^multipart\/form-data\s*;/i.test(context.req.header('content-type') ?? '')) {
    throw badRequest('An upload must be multipart/form-data, with the parts "file" and "purpose".')
  }
  try {
    return await context.req.raw.formData()
  } catch {
    throw badRequest('The request body is not valid multipart/form-data, or it has ended too early.')
  }
}
