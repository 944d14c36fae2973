import type { GateRequest } from '@hermes/core'
import type { AssessedCall } from '../assess/assessed-call.js'

/** Where the calls of a gate run, as its answers are bound to it. */
export interface GateEnvironment {
  /** `local`, `docker`, `ssh`. */
  readonly id: string
  readonly isolation?: 'none' | 'sandbox' | 'container'
}

/** All that an answer is about: should one character of it be another one, it is another call. */
export function exactly({ tool, args }: GateRequest, call: AssessedCall, environment: GateEnvironment | undefined) {
  return JSON.stringify([tool.name, args, call.subject, folderOf(call, environment)])
}

/** The folder as a person reads it: one of another machine says of which. */
export function folderOf({ workingDirectory, inEnvironment }: AssessedCall, environment: GateEnvironment | undefined) {
  const isElsewhere = inEnvironment && environment !== undefined && environment.id !== 'local'
  return isElsewhere && workingDirectory !== undefined ? `${environment.id}:${workingDirectory}` : workingDirectory
}
