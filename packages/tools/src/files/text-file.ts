import type { FileAccess } from './file-access.js'
import { fileError, withFileErrors } from './file-error.js'
import type { FileLimits } from './file-limits.js'
import { requireFile, requireText } from './require-file.js'
import { type DecodedText, decodeText } from './text-format.js'

export interface TextFile extends DecodedText {
  /** Path as the model wrote it. */
  readonly path: string
  /** Resolved path. */
  readonly file: string
  readonly bytes: Uint8Array
}

/**
 * Reads a file for editing.
 *
 * @throws {HermesError} when the file is binary, too large, or could not be written back unchanged.
 */
export async function loadText(access: FileAccess, path: string, file: string, limits: FileLimits): Promise<TextFile> {
  const status = await requireFile(access, path, file)
  if (status.size > limits.editBytes) {
    throw fileError(
      'too-large',
      `${path} has ${status.size} bytes: edit a file of this size with a command such as sed.`,
    )
  }
  const bytes = await withFileErrors(path, () => access.files.read(file))
  requireText(path, bytes, status)
  const decoded = decodeText(bytes)
  if (decoded.isLossy) {
    throw fileError(
      'not-text',
      `${path} mixes UTF-8 with other bytes: convert it first, so that an edit does not damage it.`,
    )
  }
  return { path, file, bytes, ...decoded }
}
