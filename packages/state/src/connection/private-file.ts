import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf } from './translate-error.js'

/**
 * Creates a missing file with mode 0600, because conversations are private. An existing file is not opened: closing a
 * second descriptor of an open database would release this process's locks on it.
 */
export function makePrivateFile(path: string): void {
  makePrivateFolder(dirname(path))
  unlessThere(() => closeSync(openSync(path, 'wx', 0o600)))
}

/** Creates one folder at a time, because mkdir with `recursive` never returns in folders such as `/proc`. */
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
