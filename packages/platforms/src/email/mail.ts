import type { Headers } from './headers.js'

/** A mail as its folder has it. */
export interface Mail {
  /** Of the folder and for ever: the number of the folder's numbering (UIDVALIDITY), a dot, and that of the mail in it (RFC 9051, 2.3.1.1). */
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
  /** Where it is in the mail: its index, or `part` and the number that the server has for it. */
  readonly id: string
  readonly name: string
  readonly mediaType: string
  /** An estimate, as long as the content was not read. */
  readonly bytes: number
  /** Absent in a mail that is too long to be read at once. */
  readonly content?: Uint8Array
}
