import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Interpreters, interpreterNames } from '@hermes/tools/code'

/** What commands on this machine find, without a process that looks for it: every session would wait for that one. */
export function interpretersHere(searchPath = ''): Interpreters {
  const folders = searchPath.split(delimiter).filter(Boolean)
  const hasPython = folders.some((folder) => isExecutable(join(folder, interpreterNames.python)))
  return { ...(hasPython && { python: interpreterNames.python }), javascript: process.execPath }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
