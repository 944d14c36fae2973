import { type CallOptions, PlatformError } from '@hermes/core/platform'
import { emailLimits } from './email-limits.js'
import { toImapError } from './mail-errors.js'
import type { EmailAccount } from './mail-route.js'
import { type Mailbox, openMailbox } from './open-mailbox.js'
import { readMail, readPart } from './read-mail.js'

/** Reads an attachment. @param id `NUMBER:ID`: the number of the mail, and the id of the attachment in it. */
export async function readAttachment(id: string, { signal }: CallOptions, options: EmailAccount): Promise<Uint8Array> {
  const [, numbering = '', uid = '', inMail = ''] = /^(\d+)\.(\d+):(.+)$/.exec(id) ?? []
  try {
    await using mailbox = await openMailbox(options, signal)
    const content = numbering === mailbox.numbering ? await contentOf(mailbox, Number(uid), inMail) : undefined
    if (!content) throw new PlatformError('gone', 'The mail with this file was deleted.')
    const { maxInBytes = 0 } = emailLimits.media ?? {}
    if (content.length <= maxInBytes) return content
    throw new PlatformError('too-long', `The file is larger than ${maxInBytes / 2 ** 20} MiB.`)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw toImapError(error, options.imap_host)
  }
}

async function contentOf(mailbox: Mailbox, uid: number, inMail: string): Promise<Uint8Array | undefined> {
  const [, part] = /^part([\d.]+)$/.exec(inMail) ?? []
  if (part !== undefined) return readPart(mailbox, uid, part)
  const mail = await readMail(mailbox, uid)
  return mail?.attachments.find(({ id }) => id === inMail)?.content
}
