import type { GateRequest } from '@hermes/core'
import type { AssessedCall } from '../assess/assessed-call.js'

/** The environment of a gate's calls. Answers are bound to it. */
export interface GateEnvironment {
  /** The kind of environment: `local`, `docker`, `ssh`. */
  readonly id: string
  readonly isolation?: 'none' | 'sandbox' | 'container'
  /**
   * Returns what the commands of a conversation can reach. Without a network, they cannot send data. Default: `open`.
   */
  networkOf?(conversation?: string): 'open' | 'listed' | 'none'
}

/** Returns everything that an answer covers. Any difference makes it a different call. */
export function coveredText({ tool, args }: GateRequest, call: AssessedCall, environment: GateEnvironment | undefined) {
  return JSON.stringify([tool.name, args, call.subject, folderOf(call, environment)])
}

/** Returns the folder to show to people, with the environment if that is another machine. */
export function folderOf({ workingDirectory, inEnvironment }: AssessedCall, environment: GateEnvironment | undefined) {
  const isElsewhere = inEnvironment && environment !== undefined && environment.id !== 'local'
  return isElsewhere && workingDirectory !== undefined ? `${environment.id}:${workingDirectory}` : workingDirectory
}
