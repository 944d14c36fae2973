import { delimiter } from 'node:path'
import { findExecutable } from '@hermes/environments'
import { type Interpreters, interpreterNames } from '@hermes/tools/code'

/** Looks up interpreters without starting a process, for which every session would have to wait. */
export function interpretersHere(searchPath = ''): Interpreters {
  const hasPython = findExecutable(interpreterNames.python, searchPath.split(delimiter).filter(Boolean)) !== undefined
  return { ...(hasPython && { python: interpreterNames.python }), javascript: process.execPath }
}
