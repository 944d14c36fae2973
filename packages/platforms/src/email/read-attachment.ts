import { type CallOptions, PlatformError } from '@hermes/core/platform'
import { emailLimits } from './email-limits.js'
import type { EmailOptions } from './email-options.js'
import { toImapError } from './mail-errors.js'
import { openMailbox } from './open-mailbox.js'
import { readMail } from './read-mail.js'

/** @param id `UID:INDEX`. */
export async function readAttachment(id: string, { signal }: CallOptions, options: EmailOptions): Promise<Uint8Array> {
  const [uid = '', index = ''] = id.split(':')
  try {
    await using mailbox = await openMailbox(options, signal)
    const mail = await readMail(mailbox, Number(uid))
    const attachment = mail?.attachments[Number(index)]
    if (!attachment) throw new PlatformError('gone', 'The mail with this file was deleted.')
    const { maxInBytes = 0 } = emailLimits.media ?? {}
    if (attachment.content.length <= maxInBytes) return attachment.content
    throw new PlatformError('too-long', `${attachment.name} is larger than ${maxInBytes / 2 ** 20} MiB.`)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw toImapError(error, options.imap_host)
  }
}
