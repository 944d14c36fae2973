import { type ErrorCode, HermesError } from '@hermes/core'

type MemoryErrorCode = Extract<ErrorCode, `memory/${string}`>

/** A change of the memory that was refused, or a file that cannot be used. The message says what to do. */
export class MemoryError extends HermesError {
  constructor(code: MemoryErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options)
  }
}
