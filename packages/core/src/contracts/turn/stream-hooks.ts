import type { FinishReason } from '../model/usage.js'
import type { SessionEvent } from '../sessions/session-event.js'

/**
 * The hooks that see an answer while the model writes it. The turn does not wait for them. While a hook runs, further events wait in the plugin's
 * queue, in order, where adjacent deltas of one kind are joined. A queue holds a million characters. Beyond that, the text of deltas is left out, and
 * {@link StreamEndEvent.missedChars} says how much. The provider's answer counts only when it is complete, so a delta is only for display.
 */
export interface StreamHooks {
  /** Called when the first part of an answer arrives. An answer that does not stream, or that fails earlier, has no start and no end. */
  readonly on_stream_start?: (event: StreamStartEvent) => Promise<void> | void
  /** Called with each new part of the text or the reasoning. */
  readonly on_stream_delta?: (event: StreamDeltaEvent) => Promise<void> | void
  /** Called once for each start. */
  readonly on_stream_end?: (event: StreamEndEvent) => Promise<void> | void
  /** Called when a text that the model wrote along with tool calls is stored. The turn continues after it. */
  readonly on_interim_message?: (event: InterimMessageEvent) => Promise<void> | void
}

export interface StreamStartEvent extends SessionEvent {
  /** 1 for the first model call of the turn. */
  readonly iteration: number
  /** The requested model. */
  readonly model: string
}

export interface StreamDeltaEvent extends StreamStartEvent {
  readonly kind: 'text' | 'reasoning'
  readonly text: string
}

export interface StreamEndEvent extends StreamStartEvent {
  /** `discarded`: the streamed text is void, and the same iteration may start another answer. `failed` includes an answer that was cut off. */
  readonly status: 'finished' | 'discarded' | 'interrupted' | 'failed'
  /** Why the model stopped. Absent if unknown. */
  readonly reason?: FinishReason
  /** The number of characters in deltas that this plugin's hooks were too slow for. Usually 0. */
  readonly missedChars: number
}

export interface InterimMessageEvent extends StreamStartEvent {
  readonly text: string
}
