import { codeOf } from './code-of.js'

/**
 * Returns true when a read failed because the file or one of its parent folders does not exist. Do not use it when
 * listing a folder: there, `ENOTDIR` means that the path is a file.
 */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
