import type { Transport } from '@hermes/core'
import type { RuntimeModel } from './runtime-model.js'

/** The transport and its provider. */
export interface ChosenTransport {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** Shown to the user once, one sentence each. */
  readonly warnings?: readonly string[]
  /** Present if the user's own server determines the model's window: asks it. Never rejects. */
  readonly probeWindow?: () => Promise<number | undefined>
}
