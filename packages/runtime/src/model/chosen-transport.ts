import type { Transport } from '@hermes/core'
import type { RuntimeModel } from './runtime-model.js'

/** A transport and its provider. */
export interface ChosenTransport {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** Warnings to show to the user once, one sentence each. */
  readonly warnings?: readonly string[]
  /** Asks the user's own server for the model's context window. Present if that server determines it. Never rejects. */
  readonly probeWindow?: () => Promise<number | undefined>
}
