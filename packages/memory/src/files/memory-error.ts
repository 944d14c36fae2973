import { type ErrorCode, HermesError } from '@hermes/core'

type MemoryErrorCode = Extract<ErrorCode, `memory/${string}`>

/** Thrown when a change of the memory is refused or a file cannot be used. The message says what to do. */
export class MemoryError extends HermesError {
  constructor(code: MemoryErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}
