import type { Email, Mailbox } from 'postal-mime'
import { needsPackage } from '../shared/needs-package.js'
import { defaultName, isFileType } from './file-type.js'
import { htmlToText } from './html-to-text.js'
import type { Mail, MailAttachment } from './mail.js'

export interface RawMail {
  readonly number: string
  readonly source: Uint8Array
  readonly receivedAtMs: number
}

/** Parses a mail. @returns `undefined` when the mail has no single sender, or cannot be parsed. */
export async function parseMail({ number, source, receivedAtMs }: RawMail): Promise<Mail | undefined> {
  const parsed = await parse(source)
  const from = parsed && (await senderOf(parsed))
  if (!from) return undefined
  const { headers, subject = '', text = '', html = '' } = parsed
  return {
    number,
    headers,
    from: from.address.toLowerCase(),
    fromName: from.name,
    subject,
    // Some programs send a blank text next to the HTML with the content.
    text: text.trim() === '' ? await htmlToText(html) : text,
    receivedAtMs,
    attachments: filesOf(parsed),
  }
}

/** Returns the sender. There must be only one: others could hide behind the one that was found authentic. */
async function senderOf({ headers }: Email): Promise<Mailbox | undefined> {
  const { addressParser } = await loadParser()
  const senders = headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => addressParser(value, { flatten: true }))
    // The first word of an unquoted name with a comma has no address.
    .flatMap((each) => (each.address ? [each] : []))
  return senders.length === 1 ? senders[0] : undefined
}

/** Parses a part that follows its own headers. Returns its content. */
export async function parsePart(source: Uint8Array): Promise<Uint8Array | undefined> {
  const parsed = await parse(source)
  return parsed && filesOf(parsed)[0]?.content
}

/** Parses a source. @returns `undefined` for anything that is not mail. */
async function parse(source: Uint8Array): Promise<Email | undefined> {
  const { default: postalMime } = await loadParser()
  return postalMime.parse(source).catch(() => undefined)
}

function loadParser() {
  return import('postal-mime').catch(needsPackage('Email', 'postal-mime'))
}

function filesOf({ attachments }: Email): readonly ReadAttachment[] {
  return attachments.filter(({ mimeType }) => isFileType(mimeType)).map(toAttachment)
}

type ParsedAttachment = Email['attachments'][number]
type ReadAttachment = MailAttachment & Pick<Required<MailAttachment>, 'content'>

function toAttachment({ filename, mimeType, content }: ParsedAttachment, index: number): ReadAttachment {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const name = filename ?? defaultName(mimeType)
  return { id: String(index), name, mediaType: mimeType, bytes: bytes.length, content: bytes }
}
