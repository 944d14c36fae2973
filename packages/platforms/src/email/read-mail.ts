import { emailLimits } from './email-limits.js'
import { listedParts } from './listed-parts.js'
import type { Mail } from './mail.js'
import type { Mailbox } from './open-mailbox.js'
import { parseMail, parsePart } from './parse-mail.js'

type Folder = Pick<Mailbox, 'client' | 'numbering'>

/**
 * The longest mail that is read at once: base64 adds a third to its files. Of a longer one, only the text at its start
 * is read here.
 */
const longestMail = Math.ceil(((emailLimits.media?.maxInBytes ?? 0) * 4) / 3)
/** The longest part, in base64 with line breaks. */
const longestPart = Math.ceil(((emailLimits.media?.maxInBytes ?? 0) * 78) / 57) + 1024

/** Reads a mail. @returns `undefined` when it no longer exists, or cannot be parsed. */
export async function readMail({ client, numbering }: Folder, uid: number): Promise<Mail | undefined> {
  const query = { source: { maxLength: longestMail }, internalDate: true, size: true, bodyStructure: true }
  const found = await client.fetchOne(uid, query, { uid: true })
  if (!found) return undefined
  const receivedAtMs = new Date(found.internalDate ?? 0).getTime()
  const mail = await parseMail({
    number: `${numbering}.${uid}`,
    source: found.source ?? new Uint8Array(),
    receivedAtMs,
  })
  const isCut = (found.size ?? 0) > longestMail
  return mail && isCut ? { ...mail, attachments: listedParts(found.bodyStructure) } : mail
}

/**
 * Reads one file of a mail that is too long to be read at once.
 * @param part The number of the part, such as `1.2`.
 */
export async function readPart({ client }: Folder, uid: number, part: string): Promise<Uint8Array | undefined> {
  const headers = `${part}.mime`
  const query = { bodyParts: [headers, { key: part, maxLength: longestPart }] }
  const found = await client.fetchOne(uid, query, { uid: true })
  const body = found ? found.bodyParts?.get(part) : undefined
  if (!found || !body) return undefined
  return parsePart(Buffer.concat([found.bodyParts?.get(headers) ?? Buffer.alloc(0), body]))
}
