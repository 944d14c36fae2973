import { HermesError } from '@hermes/core'

/** An event does not name the chat of its answer. Another attempt would not, either. */
export class NoTargetError extends HermesError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('gateway/network', message, options)
  }
}
