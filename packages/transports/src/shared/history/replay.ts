import type { AssistantMessage, JsonObject } from '@hermes/core'

/** The transport, server and model that wrote an answer or will receive it. */
export interface ReplayTarget {
  /** Id of the transport. */
  readonly id: string
  /** Scheme, host and port of the server. */
  readonly origin: string
  readonly model: string
}

/**
 * Returns the replay state that `message` has for this server and model, if any. It is sent only to the server and
 * model that wrote it, because others cannot read it.
 */
export function replayStateFor(message: AssistantMessage, target: ReplayTarget): JsonObject | undefined {
  const state = message.provider_data?.[target.id]
  return state?.origin === target.origin && state.model === target.model ? state : undefined
}
