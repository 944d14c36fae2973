import type { AssistantMessage, ImagePart, SessionSeed, TextPart } from '@hermes/core'

/** An image that was uploaded. */
export interface UploadedImage {
  readonly type: 'uploaded_image'
  readonly fileId: string
  readonly detail?: 'auto' | 'low' | 'high'
}

/** A document that was uploaded. */
export interface UploadedFile {
  readonly type: 'uploaded_file'
  readonly fileId: string
}

/** A document that is contained in the message. */
export interface SentFile {
  readonly type: 'sent_file'
  readonly filename: string
  /** The content in base64. */
  readonly data: string
}

/** A part of a message as a client sends it, before its files are where the agent reads them. */
export type GivenPart = TextPart | ImagePart | UploadedImage | UploadedFile | SentFile
export type GivenContent = string | readonly GivenPart[]
export type GivenMessage = { readonly role: 'user'; readonly content: GivenContent } | AssistantMessage

export interface GivenInput {
  /** The new message of the user. */
  readonly content: GivenContent
  /** Earlier messages, for a session that does not exist yet. */
  readonly seed: Pick<SessionSeed, 'instructions'> & { readonly history: readonly GivenMessage[] }
}
