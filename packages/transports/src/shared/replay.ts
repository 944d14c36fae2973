import type { AssistantMessage, JsonObject } from '@hermes/core'

/** Who wrote an answer, or is about to read it again. */
export interface ReplayTarget {
  /** The transport's id. */
  readonly id: string
  /** Scheme, host and port of the server. */
  readonly origin: string
  readonly model: string
}

/**
 * The state that `message` carries for this server and model, if any. It goes back only to those that wrote it; to others
 * it would be an unknown blob.
 */
export function replayStateFor(message: AssistantMessage, target: ReplayTarget): JsonObject | undefined {
  const state = message.provider_data?.[target.id]
  return state?.origin === target.origin && state.model === target.model ? state : undefined
}
