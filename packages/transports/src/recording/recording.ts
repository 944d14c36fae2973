import type { ApiMode, ModelRequest, TransportErrorKind, TransportErrorOptions, TransportEvent } from '@hermes/core'

/** Recorded model calls, in the order in which they ended. Secrets are redacted. */
export type Recording = readonly RecordedExchange[]

/** One model call, stored as one line of a recording file. */
export interface RecordedExchange {
  readonly version: 1
  readonly transport: { readonly id: string; readonly apiMode: ApiMode }
  /** Start of the call by the wall clock, in milliseconds since 1970. */
  readonly startedAtMs: number
  readonly request: ModelRequest
  readonly events: readonly RecordedEvent[]
  readonly end: RecordedEnd
}

export interface RecordedEvent {
  /** Time since the start of the call, in milliseconds. */
  readonly atMs: number
  readonly event: TransportEvent
}

export type RecordedEnd =
  | { readonly status: 'finished' }
  | { readonly status: 'failed'; readonly atMs: number; readonly error: RecordedError }
  /** The reader stopped or aborted before the answer was complete. */
  | { readonly status: 'left'; readonly atMs: number }

/** Fields of a {@link TransportError}, except its cause. */
export interface RecordedError extends Omit<TransportErrorOptions, 'cause'> {
  readonly kind: TransportErrorKind
  readonly message: string
}

/** Receives recorded calls, for example to write them to a file. */
export interface RecordingSink {
  /** Called once per call when it ends. If it throws, the recorded call fails with that error. */
  write(exchange: RecordedExchange): void | Promise<void>
}
