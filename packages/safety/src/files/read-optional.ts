import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isMissing } from '../errors/is-missing.js'

/**
 * Returns the text of a UTF-8 file, or `undefined` when the file or its folder does not exist.
 *
 * @throws {Error} The unchanged file system error when the file cannot be read.
 */
export async function readOptional(path: string): Promise<string | undefined> {
  // Most of these files are missing. A synchronous check is cheap; a promise would reject with an error and its stack.
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
