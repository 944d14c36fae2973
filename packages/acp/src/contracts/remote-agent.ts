import type { JsonObject } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'

export interface AcpTransportOptions {
  /** The name of the agent in the settings. */
  readonly name: string
  /** The folder that the agent works in, absolute. */
  readonly workingDirectory: string
  /** Starts the agent's program, with an open input. */
  start(signal: AbortSignal): Promise<EnvironmentProcess>
  /** Decides about a call that the agent asks about. */
  review(call: RemoteCall, signal: AbortSignal): Promise<boolean>
}

/** A call of the other agent, as it describes it. */
export interface RemoteCall {
  readonly id: string
  readonly title: string
  /** The kind of call: `edit`, `execute`. */
  readonly kind: string
  readonly args: JsonObject
}
