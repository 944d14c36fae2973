import type { Headers } from './headers.js'

/** A mail as stored in its folder. */
export interface Mail {
  /**
   * The permanent number in the folder: the number of the folder's numbering (UIDVALIDITY), a dot, and that of the mail in it (RFC 9051,
   * 2.3.1.1).
   */
  readonly number: string
  readonly headers: Headers
  readonly from: string
  readonly fromName: string
  readonly subject: string
  readonly text: string
  readonly receivedAtMs: number
  readonly attachments: readonly MailAttachment[]
}

export interface MailAttachment {
  /** The position in the mail: an index, or `part` and the number that the server has for it. */
  readonly id: string
  readonly name: string
  readonly mediaType: string
  /** The size in bytes; an estimate until the content is read. */
  readonly bytes: number
  /** The content. Absent in a mail that is too long to be read at once. */
  readonly content?: Uint8Array
}
