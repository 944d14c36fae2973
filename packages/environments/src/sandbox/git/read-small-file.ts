import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Maximum size. Real settings files of git are smaller. */
const largest = 2 ** 20

/**
 * Returns the text of a regular file, or `undefined` for anything else. Does not follow a link in the last component
 * and never blocks, because a file in a project may be replaced with a pipe at any time.
 */
export function readSmallFile(path: string): string | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const status = fstatSync(file)
    return status.isFile() && status.size <= largest ? readFileSync(file, 'utf8') : undefined
  } catch {
    // Missing, a link, or not readable by this user.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
