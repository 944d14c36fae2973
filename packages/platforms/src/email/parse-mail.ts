import type { Email } from 'postal-mime'
import { needsPackage } from '../shared/needs-package.js'
import { htmlToText } from './html-to-text.js'
import type { Mail, MailAttachment } from './mail.js'

export interface RawMail {
  readonly uid: number
  readonly source: Uint8Array
  readonly receivedAtMs: number
}

/** @returns `undefined` when the mail has no single sender, or cannot be parsed. */
export async function parseMail({ uid, source, receivedAtMs }: RawMail): Promise<Mail | undefined> {
  const { default: postalMime } = await import('postal-mime').catch(needsPackage('Email', 'postal-mime'))
  const parsed = await postalMime.parse(source).catch(() => undefined)
  if (parsed?.from?.address === undefined) return undefined
  const { headers, from, subject = '', text = '', html = '' } = parsed
  return {
    uid,
    headers,
    from: from.address.toLowerCase(),
    fromName: from.name,
    subject,
    // Some programs send a blank text beside the HTML that has it all.
    text: text.trim() === '' ? await htmlToText(html) : text,
    receivedAtMs,
    attachments: parsed.attachments.filter(isFile).map(toAttachment),
  }
}

type ParsedAttachment = Email['attachments'][number]

/** Pictures that the HTML shows in place are files, too; parts of an encrypted or signed mail are not. */
function isFile({ mimeType }: ParsedAttachment): boolean {
  return !/^application\/(pgp-|pkcs7-|x-pkcs7-)/.test(mimeType)
}

function toAttachment({ filename, mimeType, content }: ParsedAttachment): MailAttachment {
  return {
    name: filename ?? `file.${mimeType.split('/')[1] ?? 'bin'}`,
    mediaType: mimeType,
    content: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  }
}
