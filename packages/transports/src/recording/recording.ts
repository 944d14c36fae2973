import type { ApiMode, ModelRequest, TransportErrorKind, TransportErrorOptions, TransportEvent } from '@hermes/core'

/** Model calls as they happened, in the order in which they ended. Secrets have been removed. */
export type Recording = readonly RecordedExchange[]

/** One model call: one line of a recording file. */
export interface RecordedExchange {
  readonly version: 1
  readonly transport: { readonly id: string; readonly apiMode: ApiMode }
  /** Wall clock, in milliseconds since 1970. */
  readonly startedAtMs: number
  readonly request: ModelRequest
  readonly events: readonly RecordedEvent[]
  readonly end: RecordedEnd
}

export interface RecordedEvent {
  /** Milliseconds after the start of the call. */
  readonly atMs: number
  readonly event: TransportEvent
}

export type RecordedEnd =
  | { readonly status: 'finished' }
  | { readonly status: 'failed'; readonly atMs: number; readonly error: RecordedError }
  /** The reader left or aborted before the answer was complete. */
  | { readonly status: 'left'; readonly atMs: number }

/** What a {@link TransportError} says, but for its cause. */
export interface RecordedError extends Omit<TransportErrorOptions, 'cause'> {
  readonly kind: TransportErrorKind
  readonly message: string
}

/** Where recorded calls go: a file, a list, anything. */
export interface RecordingSink {
  /** Called once per call when it ends. An error that it throws ends the recorded call. */
  write(exchange: RecordedExchange): void | Promise<void>
}
