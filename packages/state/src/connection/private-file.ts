import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './translate-error.js'

/**
 * Conversations are private. Only a file that is missing is touched, because closing a second descriptor of an open
 * database would drop the locks that this process holds on it.
 */
export function makePrivateFile(path: string): void {
  makePrivateFolder(dirname(path))
  unlessThere(() => closeSync(openSync(path, 'wx', 0o600)))
}

/** Step by step: `recursive` never ends where a folder can have no new members, as in `/proc`. */
function makePrivateFolder(path: string): void {
  if (existsSync(path)) return
  makePrivateFolder(dirname(path))
  unlessThere(() => mkdirSync(path, 0o700))
}

function unlessThere(make: () => void): void {
  try {
    make()
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
