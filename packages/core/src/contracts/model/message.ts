import type { JsonObject } from '../values/json.js'

/**
 * One message of a conversation in OpenAI's chat format, with snake_case as on the wire. The store and exports use this format, and
 * transports convert it to and from every provider's format.
 *
 * Messages are frozen and keep their identity for the life of a session. A transport can therefore remember the wire
 * form of each message (`WeakMap`), and convert only new messages.
 */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

export interface SystemMessage {
  readonly role: 'system'
  readonly content: string
}

export interface UserMessage {
  readonly role: 'user'
  readonly content: MessageContent
}

export interface AssistantMessage {
  readonly role: 'assistant'
  /** The text of the answer. `null` when the model only called tools. */
  readonly content: string | null
  readonly tool_calls?: readonly ToolCall[]
  /** The model's reasoning, for display. Never sent back: `provider_data` holds what a provider needs for replay. */
  readonly reasoning?: string
  readonly provider_data?: ProviderData
}

export interface ToolMessage {
  readonly role: 'tool'
  /** The `id` of the tool call that this message answers. */
  readonly tool_call_id: string
  /** The tool's name, for display and exports. */
  readonly name?: string
  readonly content: MessageContent
}

/** Plain text, or a list of parts when images or files are included. */
export type MessageContent = string | readonly ContentPart[]

export type ContentPart = TextPart | ImagePart | FilePart

export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

export interface ImagePart {
  readonly type: 'image_url'
  /** An `https:` address or a `data:` URL. */
  readonly image_url: { readonly url: string; readonly detail?: 'auto' | 'low' | 'high' }
}

export interface FilePart {
  readonly type: 'file'
  /** `file_data` is a `data:` URL. */
  readonly file: { readonly filename: string; readonly file_data: string }
}

export interface ToolCall {
  /** Unique within its message. The result refers to this id. */
  readonly id: string
  readonly type: 'function'
  /** `arguments` is the raw text that the model wrote. It should be a JSON object, but may not be. */
  readonly function: { readonly name: string; readonly arguments: string }
}

/** Opaque replay state (signatures, encrypted reasoning) by transport id. Only the transport that wrote it sends it back. */
export type ProviderData = Readonly<Record<string, JsonObject>>

/** Returns the text of a message's content, with parts joined by line breaks. Omits images and files. */
export function textOf(content: MessageContent | null): string {
  if (content === null) return ''
  if (typeof content === 'string') return content
  return content
    .filter((part): part is TextPart => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}
