import type { InboundMessage, MediaKind } from '@hermes/core/platform'
import { messageIdsOf } from './headers.js'
import { idOfMail } from './id-of-mail.js'
import type { Mail } from './mail.js'
import { ownText } from './own-text.js'

/**
 * Converts a mail to a message. A chat is a person, and a thread in it is a thread as mail programs show it.
 * @param isOwn Whether the agent sent the mail with this id.
 */
export function toInbound(mail: Mail, isOwn: (messageId: string) => boolean): InboundMessage {
  const { from, fromName, subject, headers, receivedAtMs } = mail
  const messageId = idOfMail(mail)
  const answered = messageIdsOf(headers, 'in-reply-to')[0]
  const references = messageIdsOf(headers, 'references')
  return {
    type: 'message',
    // Two people could choose the same message id.
    id: `${from}:${messageId}`,
    messageId,
    chatId: from,
    threadId: references[0] ?? answered ?? messageId,
    chatType: 'direct',
    sender: { id: from, ...(fromName !== '' && { name: fromName }) },
    sentAtMs: receivedAtMs,
    text: textOf(mail, answered !== undefined && !isForward(subject)),
    isAddressed: true,
    ...(answered !== undefined && { replyTo: { messageId: answered, isOwn: isOwn(answered) } }),
    attachments: mail.attachments.map(({ id, name, mediaType, bytes }) => ({
      id: `${mail.number}:${id}`,
      kind: kindOf(mediaType),
      name,
      mediaType,
      bytes,
    })),
    context: { messageId, subject, references: [...references.slice(-longestThread)] },
  }
}

/** The number of ids to keep: mail programs only need the ends of a thread. */
const longestThread = 20

/** Returns the text of a mail. The subject is only included when it starts a thread; later mails repeat it. */
function textOf({ subject, text }: Mail, isReply: boolean): string {
  const body = ownText(text, { isReply })
  if (isReply || subject.trim() === '' || body.startsWith('/')) return body
  return body === '' ? subject : `${subject}\n\n${body}`
}

/**
 * Whether a mail is forwarded. Some programs refer to the forwarded mail as if they answered it, but then the text
 * below matters.
 */
function isForward(subject: string): boolean {
  return /^\s*(?:fwd?|wg|tr|rv|rif|enc|doorst|vb|vl|pd|转发|轉寄)\s*[:：]/i.test(subject)
}

function kindOf(mediaType: string): MediaKind {
  const [kind] = mediaType.split('/')
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document'
}
