import type { FileStatus } from '@hermes/core/environment'
import { fileError } from './file-error.js'
import type { FileView, SessionFiles } from './file-history.js'

/** Number of identical calls in a row at which a warning is added, and at which the call is refused. */
const warnedAt = 3
const blockedAt = 4

/** Returns a version that changes whenever the file changes. */
export function versionOf({ size, modifiedAtMs }: Pick<FileStatus, 'size' | 'modifiedAtMs'>): string {
  return `${modifiedAtMs}:${size}`
}

export const unchangedView =
  '[The file is unchanged since you read these lines: see above. If they are gone from the conversation, read them once more.]'

/**
 * Returns a warning to append to the answer, or an empty string.
 *
 * @throws {HermesError} `file/repeated` when the same lines are read too often in a row.
 */
export function repeatedRead(session: SessionFiles, { file, part, version }: FileView): string {
  const count = session.repeat(JSON.stringify(['read', file, part, version]))
  return toWarning(count, `You have read the same lines ${count} times in a row, and nothing in them changed`)
}

/** Like {@link repeatedRead}, for searches. @throws {HermesError} `file/repeated`. */
export function repeatedSearch(session: SessionFiles, root: string, args: object): string {
  const count = session.repeat(JSON.stringify(['search', root, args]))
  return toWarning(count, `You have made the same search ${count} times in a row`)
}

function toWarning(count: number, told: string): string {
  if (count < warnedAt) return ''
  if (count < blockedAt) return `\n[${told}: continue with what you know.]`
  throw fileError('repeated', `${told}: it is refused until you do something else.`)
}
