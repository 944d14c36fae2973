import { delimiter } from 'node:path'
import { findExecutable } from '@hermes/environments'
import { type Interpreters, interpreterNames } from '@hermes/tools/code'

/** What commands on this machine find, without a process that looks for it: every session would wait for that one. */
export function interpretersHere(searchPath = ''): Interpreters {
  const hasPython = findExecutable(interpreterNames.python, searchPath.split(delimiter).filter(Boolean)) !== undefined
  return { ...(hasPython && { python: interpreterNames.python }), javascript: process.execPath }
}
