import type { ButtonPress, InboundAttachment, InboundEvent, InboundMessage } from '@hermes/core/platform'
import type { CallbackQuery, Message, Update, User } from 'grammy/types'
import { forwardedOf } from './forwarded-of.js'
import { placeOf, senderOf } from './place-of.js'
import { sharedContent } from './shared-content.js'

/**
 * Converts an update to an event; returns `undefined` for updates of other types, messages without content and those for
 * other bots.
 */
export function toInbound(
  { update_id: id, message, callback_query: press }: Update,
  me: User,
): InboundEvent | undefined {
  if (message) return toMessage(String(id), message, me)
  return press && toPress(String(id), press)
}

function toMessage(id: string, message: Message, me: User): InboundMessage | undefined {
  const { from, chat } = message
  if (!from || from.id === me.id || chat.type === 'channel') return undefined
  const attachments = attachmentsOf(message)
  const written = textOf(message)
  if (written === '' && attachments.length === 0) return undefined
  const command = /^\/\w+@(\w+)/.exec(written)
  const isOtherBots = command !== null && !isName(command[1], me)
  if (isOtherBots) return undefined
  const reply = message.reply_to_message
  const forwarded = forwardedOf(message)
  return {
    type: 'message',
    id,
    messageId: String(message.message_id),
    ...placeOf(message),
    sender: senderOf(from),
    text: withoutMention(written, me),
    isAddressed: chat.type === 'private' || reply?.from?.id === me.id || isMentioned(message, written, me),
    ...(reply && {
      replyTo: {
        messageId: String(reply.message_id),
        isOwn: reply.from?.id === me.id,
        ...(textOf(reply) !== '' && { text: textOf(reply) }),
      },
    }),
    ...(forwarded && { forwarded }),
    attachments,
    ...(message.media_group_id !== undefined && { albumId: message.media_group_id }),
    sentAtMs: message.date * 1000,
  }
}

function toPress(id: string, { from, message, data }: CallbackQuery): ButtonPress | undefined {
  if (!message || data === undefined || message.chat.type === 'channel') return undefined
  const { message_id: messageId, date } = message
  return {
    type: 'press',
    id,
    messageId: String(messageId),
    ...placeOf(message),
    sender: senderOf(from),
    value: data,
    sentAtMs: date * 1000,
  }
}

function textOf(message: Message): string {
  return message.text ?? message.caption ?? sharedContent(message)
}

function isName(name: string | undefined, { username }: User): boolean {
  return username !== undefined && name?.toLowerCase() === username.toLowerCase()
}

function isMentioned(message: Message, text: string, me: User): boolean {
  const entities = message.entities ?? message.caption_entities ?? []
  return entities.some((entity) => {
    const part = text.slice(entity.offset, entity.offset + entity.length)
    if (entity.type === 'text_mention') return entity.user.id === me.id
    if (entity.type === 'mention') return isName(part.slice(1), me)
    return entity.type === 'bot_command' && entity.offset === 0
  })
}

/** Removes a mention: `/stop@hermes_bot now` becomes `/stop now`, and `@hermes_bot hello` becomes `hello`. */
function withoutMention(text: string, { username = '' }: User): string {
  const command = /^(\/\w+)@\w+/.exec(text)
  if (command) return `${command[1]}${text.slice(command[0].length)}`
  const mention = /^@(\w+)[\s,:]+/.exec(text)
  return mention?.[1]?.toLowerCase() === username.toLowerCase() ? text.slice(mention[0].length) : text
}

interface File {
  readonly file_id: string
  readonly file_size?: number
  readonly file_name?: string
  readonly mime_type?: string
}

function attachmentsOf({
  photo,
  voice,
  audio,
  video,
  video_note,
  animation,
  document,
}: Message): readonly InboundAttachment[] {
  const largest = photo?.at(-1)
  if (largest) return [attachment('image', largest, 'photo.jpg', 'image/jpeg')]
  if (voice) return [attachment('voice', voice, 'voice.ogg', 'audio/ogg')]
  if (audio) return [attachment('audio', audio, 'audio.mp3', 'audio/mpeg')]
  if (video) return [attachment('video', video, 'video.mp4', 'video/mp4')]
  if (video_note) return [attachment('video', video_note, 'video.mp4', 'video/mp4')]
  // An animation is also sent as a document.
  if (animation) return [attachment('video', animation, 'animation.mp4', 'video/mp4')]
  return document ? [attachment('document', document, 'file', 'application/octet-stream')] : []
}

function attachment(kind: InboundAttachment['kind'], file: File, name: string, mediaType: string): InboundAttachment {
  return {
    id: file.file_id,
    kind,
    name: file.file_name ?? name,
    mediaType: file.mime_type ?? mediaType,
    ...(file.file_size !== undefined && { bytes: file.file_size }),
  }
}
