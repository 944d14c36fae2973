import type { Transport } from '@hermes/core'
import type { RuntimeModel } from './runtime-model.js'

/** Who answers, and how it is spoken to. */
export interface ChosenTransport {
  readonly transport: Transport
  readonly model: RuntimeModel
  /** Set where the user's own server decides how large the model's window is: asks it. Never rejects. */
  readonly probeWindow?: () => Promise<number | undefined>
}
