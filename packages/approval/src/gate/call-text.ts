import type { GateRequest } from '@hermes/core'
import type { AssessedCall } from '../assess/assessed-call.js'

/** The environment of a gate's calls. Answers are bound to it. */
export interface GateEnvironment {
  /** `local`, `docker`, `ssh`. */
  readonly id: string
  readonly isolation?: 'none' | 'sandbox' | 'container'
  /** What the commands of a conversation reach. Without any network they cannot send data. Default: `open`. */
  networkOf?(conversation?: string): 'open' | 'listed' | 'none'
}

/** Everything that an answer covers. Any difference makes it another call. */
export function coveredText({ tool, args }: GateRequest, call: AssessedCall, environment: GateEnvironment | undefined) {
  return JSON.stringify([tool.name, args, call.subject, folderOf(call, environment)])
}

/** The folder for people, with the environment if that is another machine. */
export function folderOf({ workingDirectory, inEnvironment }: AssessedCall, environment: GateEnvironment | undefined) {
  const isElsewhere = inEnvironment && environment !== undefined && environment.id !== 'local'
  return isElsewhere && workingDirectory !== undefined ? `${environment.id}:${workingDirectory}` : workingDirectory
}
