import { stat } from 'node:fs/promises'
import { isMissing } from '../errors/is-missing.js'

/**
 * Whether there is a file or folder at a path. Follows links.
 *
 * @throws {Error} The unchanged file system error when that cannot be seen.
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
