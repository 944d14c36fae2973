import { stat } from 'node:fs/promises'
import { isMissing } from '../errors/is-missing.js'

/**
 * Returns whether a file or folder exists at a path. Follows links.
 *
 * @throws {Error} The unchanged file system error when this cannot be determined.
 */
export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
