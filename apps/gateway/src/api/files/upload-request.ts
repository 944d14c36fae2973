import type { Context } from 'hono'
import * as z from 'zod'
import { describeProblem } from '../request/describe-problem.js'
import { badRequest } from '../request/request-error.js'
import { purposes } from './file-record.js'
import type { Files, NewFile } from './files.js'
import { readForm } from './read-form.js'
import { fileTooLarge, type ReceivedContent } from './receive-content.js'
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

/** An upload whose file is already on disk. */
const receivedSchema = uploadSchema.extend({
  file: z.object(
    { filename: z.string(), content: z.custom<ReceivedContent>() },
    { error: ({ input }) => (input === undefined ? undefined : 'must be a file, which has a filename') },
  ),
})

/** Maximum size of the other parts of an upload and its boundaries, in bytes. */
export const overheadBytes = 64 * 1024

/**
 * Stores the file of an upload while it arrives.
 * @throws {RequestError} when the body is not an upload or is too large. In that case, nothing of it is stored.
 */
export async function readUpload(
  context: Context,
  files: Pick<Files, 'limits' | 'receive' | 'discard'>,
): Promise<Omit<NewFile, 'key'>> {
  if (!/^multipart\/form-data\s*;(?:.*;)?\s*boundary=/i.test(context.req.header('content-type') ?? '')) {
    throw badRequest('An upload must be multipart/form-data, with the parts "file" and "purpose".')
  }
  const { maxFileBytes } = files.limits()
  const form = await readForm(context.req.raw, {
    filePart: 'file',
    receive: files.receive,
    discard: files.discard,
    maxBytes: maxFileBytes + overheadBytes,
    tooLarge: () => fileTooLarge(maxFileBytes),
  })
  const file = form.get('file')
  const parsed = receivedSchema.safeParse(Object.fromEntries(form), { reportInput: true })
  if (!parsed.success) {
    if (typeof file === 'object') await files.discard(file.content)
    const { message, param } = describeProblem(parsed.error)
    throw badRequest(message, param)
  }
  const { file: received, purpose, 'expires_after[seconds]': seconds } = parsed.data
  return {
    filename: shownName(received.filename),
    purpose,
    content: received.content,
    ...(seconds !== undefined && { expiresAfterMs: seconds * 1000 }),
  }
}
