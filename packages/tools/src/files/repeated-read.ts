import type { FileStatus } from '@hermes/core/environment'
import { fileError } from './file-error.js'
import type { FileView, SessionFiles } from './file-history.js'

/** Of the same calls in a row, the one that is answered with a warning, and the one that is refused. */
const warnedAt = 3
const blockedAt = 4

/** Differs when a file does. */
export function versionOf({ size, modifiedAtMs }: Pick<FileStatus, 'size' | 'modifiedAtMs'>): string {
  return `${modifiedAtMs}:${size}`
}

export const unchangedView =
  '[The file is as it was when you read these lines: see above. Should they be gone from the conversation, read them once more.]'

/** What to add to the answer: nothing, or a warning. @throws {HermesError} `file/repeated` for the same lines again and again. */
export function repeatedRead(session: SessionFiles, { file, part, version }: FileView): string {
  const count = session.repeat(JSON.stringify(['read', file, part, version]))
  return toWarning(count, `You have read the same lines ${count} times in a row, and nothing in them changed`)
}

/** The same for searches. @throws {HermesError} `file/repeated`. */
export function repeatedSearch(session: SessionFiles, root: string, args: object): string {
  const count = session.repeat(JSON.stringify(['search', root, args]))
  return toWarning(count, `You have made the same search ${count} times in a row`)
}

function toWarning(count: number, told: string): string {
  if (count < warnedAt) return ''
  if (count < blockedAt) return `\n[${told}: go on with what you know.]`
  throw fileError('repeated', `${told}: it is not answered again before you do something else.`)
}
