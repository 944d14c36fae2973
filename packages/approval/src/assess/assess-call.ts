import type { JsonObject } from '@hermes/core'
import type { ParseContext } from '../shell/parse-command.js'
import type { Assessment } from './assessment.js'

/** What the gate makes of one call of a tool. */
export type AssessCall = (args: JsonObject, context: CallContext) => Promise<AssessedCall>

/** Where the call starts from. */
export type CallContext = ParseContext

export interface AssessedCall {
  /** Exactly what will run, as the person is to see it. */
  readonly subject: string
  /** The folder that it runs in, where there is one. */
  readonly workingDirectory?: string
  /** All that it does happens in the environment: where that is a container, nobody is asked. Default false. */
  readonly inEnvironment?: boolean
  readonly assessment: Assessment
}
