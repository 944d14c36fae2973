import { type OutboundMessage, PlatformError } from '@hermes/core/platform'
import type { SendMailOptions } from 'nodemailer'
import { measureText } from '../shared/measure-text.js'
import { toHtml } from '../shared/to-html.js'
import { toPlainText } from '../shared/to-plain-text.js'
import { emailLimits } from './email-limits.js'
import type { EmailOptions } from './email-options.js'

/** Converts a message to a mail. @param messageId The id of the mail, without brackets. */
export function toMail(message: OutboundMessage, messageId: string, { address, name }: EmailOptions): SendMailOptions {
  const { chatId, text, file } = message
  checkSize(message)
  const html = toHtml(text)
  const plain = toPlainText(text)
  const thread = threadOf(message)
  return {
    from: { name, address },
    to: { name: '', address: chatId },
    subject: subjectOf(message, plain),
    messageId: `<${messageId}>`,
    ...(thread.length > 0 && { inReplyTo: `<${thread.at(-1)}>`, references: thread.map((id) => `<${id}>`) }),
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: plain,
    ...(html !== undefined && { html }),
    ...(file && {
      attachments: [
        { filename: file.name, contentType: file.mediaType, content: Buffer.from(file.content), encoding: 'base64' },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function checkSize({ text, file }: OutboundMessage): void {
  const { media, text: limit } = emailLimits
  if (measureText(text, limit.unit) > limit.max) {
    throw new PlatformError('too-long', `The text has more than ${limit.max} characters.`)
  }
  if (file && media && file.content.length > media.maxOutBytes) {
    throw new PlatformError('too-long', `${file.name} is larger than the ${media.maxOutBytes / 2 ** 20} MiB of a mail.`)
  }
}

/** Returns the ids of the mail that is answered and of those before it, oldest first. */
function threadOf({ context, threadId, replyToMessageId }: OutboundMessage): readonly string[] {
  const references = Array.isArray(context?.references) ? context.references.map(String) : []
  const answered = typeof context?.messageId === 'string' ? context.messageId : replyToMessageId
  const ids = [threadId, ...references, answered].filter((id) => id !== undefined)
  return [...new Set(ids)].filter((id) => /^[^<>\s]{1,300}$/.test(id))
}

/** Returns the subject. @param plain The text of the mail. */
function subjectOf({ subject: own, context, file }: OutboundMessage, plain: string): string {
  if (own !== undefined) return own
  const subject = typeof context?.subject === 'string' ? context.subject.trim() : ''
  if (subject !== '') return /^re:/i.test(subject) ? subject : `Re: ${subject}`
  const [line = ''] = plain.trim().split('\n', 1)
  const title = line.replace(/^[#>*\s]+/, '')
  return shortened(title) || file?.name || 'A message from your agent'
}

const longestTitle = 80

/** Shortens a title to whole words, as far as possible. */
function shortened(title: string): string {
  if (title.length <= longestTitle) return title
  const start = title.slice(0, longestTitle)
  const end = start.lastIndexOf(' ')
  return `${end > 0 ? start.slice(0, end) : start.replace(/[\ud800-\udbff]$/, '')} …`
}
