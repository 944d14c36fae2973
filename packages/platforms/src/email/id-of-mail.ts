import { createHash } from 'node:crypto'
import { messageIdsOf } from './headers.js'
import type { Mail } from './mail.js'

/** Headers that servers and programs change in a mail that has already arrived. */
const changing: ReadonlySet<string> = new Set([
  'status',
  'x-status',
  'x-keywords',
  'x-uid',
  'x-uidl',
  'content-length',
  'lines',
])

/**
 * Returns the message id, or a substitute for a mail without one that is the same wherever the mail is stored. The number in the folder
 * would not be, because a folder may be renumbered.
 */
export function idOfMail({ headers, text, attachments }: Pick<Mail, 'headers' | 'text' | 'attachments'>): string {
  const [id] = messageIdsOf(headers, 'message-id')
  if (id !== undefined) return id
  const lasting = headers.filter(({ key }) => !changing.has(key)).map(({ key, value }) => [key, value.trim()])
  const files = attachments.map(({ name, mediaType }) => [name, mediaType])
  return `mail-${createHash('sha256')
    .update(JSON.stringify([lasting, text, files]))
    .digest('hex')
    .slice(0, 32)}`
}
