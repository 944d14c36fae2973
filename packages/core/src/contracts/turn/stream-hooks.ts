import type { FinishReason } from '../model/usage.js'
import type { SessionEvent } from '../sessions/session-event.js'

/**
 * The hooks that see an answer while the model writes it. Nothing waits for them. What happens while one runs waits for it in a line of its
 * plugin, in order, where adjacent deltas of one kind are joined. A line takes a million characters: the text of further deltas is left out, and
 * {@link StreamEndEvent.missedChars} says how much. The provider's answer counts only when it is complete, so a delta is for display.
 */
export interface StreamHooks {
  /** Called when the first part of an answer arrives. An answer that does not stream, or fails before that, has no start and no end. */
  readonly on_stream_start?: (event: StreamStartEvent) => Promise<void> | void
  /** Called with each new part of the text or the reasoning. */
  readonly on_stream_delta?: (event: StreamDeltaEvent) => Promise<void> | void
  /** Called once for each start. */
  readonly on_stream_end?: (event: StreamEndEvent) => Promise<void> | void
  /** Called when a text that the model wrote beside tool calls is stored: the turn goes on after it. */
  readonly on_interim_message?: (event: InterimMessageEvent) => Promise<void> | void
}

export interface StreamStartEvent extends SessionEvent {
  /** 1 for the first model call of the turn. */
  readonly iteration: number
  /** The requested one. */
  readonly model: string
}

export interface StreamDeltaEvent extends StreamStartEvent {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

export interface StreamEndEvent extends StreamStartEvent {
  /** `discarded`: what has streamed is void, and the same iteration may start another answer. `failed` covers an answer that was cut off. */
  readonly status: 'finished' | 'discarded' | 'interrupted' | 'failed'
  /** Why the model stopped. Only where it is known. */
  readonly reason?: FinishReason
  /** Characters of deltas that the hooks of this plugin were too slow for. Usually 0. */
  readonly missedChars: number
}

export interface InterimMessageEvent extends StreamStartEvent {
  readonly text: string
}
