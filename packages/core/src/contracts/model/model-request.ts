import type { Message, ProviderData } from './message.js'
import type { ToolDefinition } from './tool-definition.js'

export interface ModelRequest {
  readonly model: string
  /** Byte-stable for a whole session: the prompt cache depends on it. */
  readonly system: string
  /** The history without system messages, legal in the sense of `sanitizeTranscript`. */
  readonly messages: readonly Message[]
  /** Byte-stable for a whole session, like `system`. */
  readonly tools: readonly ToolDefinition[]
  readonly maxOutputTokens?: number
  readonly reasoning?: ReasoningEffort
  /** Settings for one transport, by its id. */
  readonly providerOptions?: ProviderData
}

/** Clamped by the transport to the levels that the model supports. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'
