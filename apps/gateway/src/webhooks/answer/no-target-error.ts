import { HermesError } from '@hermes/core'

/** Thrown when an event does not name the chat of its answer. Another attempt would fail as well. */
export class NoTargetError extends HermesError {
  constructor(message: string, options: ErrorOptions = {}) {
    super('gateway/network', message, options)
  }
}
