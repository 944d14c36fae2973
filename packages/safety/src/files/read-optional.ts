import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isMissing } from '../errors/is-missing.js'

/**
 * The text of a file in UTF-8; `undefined` when there is no such file or folder.
 *
 * @throws {Error} The unchanged file system error when it cannot be read.
 */
export async function readOptional(path: string): Promise<string | undefined> {
  // Most of these files are missing. That is seen at once, where a promise would be rejected with an error and its stack.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
