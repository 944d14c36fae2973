import { codeOf } from './code-of.js'

/**
 * Whether a file could not be read because there is none: neither it nor, where a file is in the way, the folders to it.
 * Not for a folder that is listed: of that `ENOTDIR` says that there is a file.
 */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
