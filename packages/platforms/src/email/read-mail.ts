import { emailLimits } from './email-limits.js'
import type { Mail } from './mail.js'
import type { Mailbox } from './open-mailbox.js'
import { parseMail } from './parse-mail.js'

/** Base64 adds a third to the files of a mail. Of a longer one the text at its start is read, and files that are cut off are left out. */
const longestMail = Math.ceil(((emailLimits.media?.maxInBytes ?? 0) * 4) / 3)

/** @returns `undefined` when it is gone, or cannot be parsed. */
export async function readMail({ client }: Pick<Mailbox, 'client'>, uid: number): Promise<Mail | undefined> {
  const query = { source: { maxLength: longestMail }, internalDate: true, size: true }
  const found = await client.fetchOne(uid, query, { uid: true })
  if (!found) return undefined
  const receivedAtMs = new Date(found.internalDate ?? 0).getTime()
  const mail = await parseMail({ uid, source: found.source ?? new Uint8Array(), receivedAtMs })
  const isCut = (found.size ?? 0) > longestMail
  return mail && isCut ? { ...mail, attachments: mail.attachments.slice(0, -1) } : mail
}
