import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** No settings of git have more. */
const largest = 2 ** 20

/**
 * The text of a regular file; `undefined` for anything else. It follows no link in the last part of the path, and waits for nobody: what lies
 * in a project may be exchanged for a pipe at any moment.
 */
export function readSmallFile(path: string): string | undefined {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const status = fstatSync(file)
    return status.isFile() && status.size <= largest ? readFileSync(file, 'utf8') : undefined
  } catch {
    // Not there, a link, or not for this user.
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
