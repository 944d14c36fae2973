import type { JsonObject } from '@hermes/core'
import type { Assessment } from './assess-command.js'

/** What the gate makes of one call of a tool. */
export type AssessCall = (args: JsonObject, context: CallContext) => Promise<AssessedCall>

export interface CallContext {
  readonly workingDirectory: string
  readonly home: string
}

export interface AssessedCall {
  /** Exactly what will run, as the person is to see it. */
  readonly subject: string
  /** The folder that it runs in, where there is one. */
  readonly workingDirectory?: string
  readonly assessment: Assessment
}
