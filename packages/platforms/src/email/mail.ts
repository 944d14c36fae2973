import type { Headers } from './headers.js'

/** A mail as its folder has it. */
export interface Mail {
  /** Unique in the folder. */
  readonly uid: number
  readonly headers: Headers
  readonly from: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly receivedAtMs: number
  readonly attachments: readonly MailAttachment[]
}

export interface MailAttachment {
  readonly name: string
  readonly mediaType: string
  readonly content: Uint8Array
}
