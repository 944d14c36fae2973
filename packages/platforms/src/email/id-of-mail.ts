import { createHash } from 'node:crypto'
import { messageIdsOf } from './headers.js'
import type { Mail } from './mail.js'

/** Servers and programs change them in a mail that is there. */
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
 * The message id, or what stands for it in a mail without one: the same wherever the mail is. A number of the folder is not: a folder may be numbered
 * anew.
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
