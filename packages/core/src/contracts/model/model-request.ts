import type { Message, ProviderData } from './message.js'
import type { ToolDefinition } from './tool-definition.js'

export interface ModelRequest {
  readonly model: string
  /** The same bytes for a whole session: the prompt cache depends on it. */
  readonly system: string
  /** The history without system messages, valid as `sanitizeTranscript` defines it. */
  readonly messages: readonly Message[]
  /** The same bytes for a whole session, like `system`. */
  readonly tools: readonly ToolDefinition[]
  readonly maxOutputTokens?: number
  readonly reasoning?: ReasoningEffort
  /** Settings for one transport, by its id. */
  readonly providerOptions?: ProviderData
}

/** The transport clamps it to the levels that the model supports. */
export type ReasoningEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'
