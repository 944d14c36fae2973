import {
  type Button,
  type CallOptions,
  type ChatAddress,
  type OutboundMessage,
  type PlatformAdapter,
  PlatformError,
} from '@hermes/core/platform'
import type { BotApi } from './bot-api.js'
import { type TelegramLimits, telegramLimits } from './telegram-limits.js'
import { toFormattedText } from './to-formatted-text.js'

type Sender = Pick<Required<PlatformAdapter>, 'send' | 'edit' | 'remove' | 'showTyping' | 'react'>

/** Creates the sender, which makes all changes to a chat. */
export function createSender(api: BotApi, { media }: Pick<TelegramLimits, 'media'>): Sender {
  async function sendText(message: OutboundMessage, options: CallOptions) {
    const { text, entities } = checked(message.text, telegramLimits.text.max)
    return api.send(
      (raw, signal) =>
        raw.sendMessage(
          {
            ...placeOf(message),
            ...extrasOf(message),
            text,
            entities: [...entities],
            link_preview_options: { is_disabled: true },
          },
          signal,
        ),
      options,
    )
  }

  async function sendFile(
    message: OutboundMessage,
    { file }: Required<Pick<OutboundMessage, 'file'>>,
    options: CallOptions,
  ) {
    if (file.content.length > media.maxOutBytes) {
      throw new PlatformError(
        'too-long',
        `${file.name} is larger than the ${media.maxOutBytes / 2 ** 20} MiB that Telegram takes.`,
      )
    }
    const { text, entities } = checked(message.text, media.caption.max)
    const common = {
      ...placeOf(message),
      ...extrasOf(message),
      ...(text !== '' && { caption: text, caption_entities: [...entities] }),
    }
    const content = api.file(file.content, file.name)
    if (isPhoto(file))
      return api.sendFile((raw, signal) => raw.sendPhoto({ ...common, photo: content }, signal), options)
    if (file.kind === 'voice')
      return api.sendFile((raw, signal) => raw.sendVoice({ ...common, voice: content }, signal), options)
    if (file.kind === 'audio')
      return api.sendFile((raw, signal) => raw.sendAudio({ ...common, audio: content }, signal), options)
    if (file.kind === 'video')
      return api.sendFile((raw, signal) => raw.sendVideo({ ...common, video: content }, signal), options)
    return api.sendFile((raw, signal) => raw.sendDocument({ ...common, document: content }, signal), options)
  }

  return {
    async send(message, options) {
      const { file } = message
      const { message_id: id } = await (file ? sendFile(message, { file }, options) : sendText(message, options))
      const { chatId, threadId } = message
      return { chatId, ...(threadId !== undefined && { threadId }), messageId: String(id) }
    },
    async edit({ chatId, messageId }, { text: markdown, buttons }, options) {
      const { text, entities } = checked(markdown, telegramLimits.text.max)
      const place = { chat_id: chatId, message_id: Number(messageId) }
      const reply_markup = { inline_keyboard: toKeyboard(buttons ?? []) }
      const args = {
        ...place,
        text,
        entities: [...entities],
        reply_markup,
        link_preview_options: { is_disabled: true },
      }
      await api
        .call((raw, signal) => raw.editMessageText(args, signal), options)
        .catch(ignoring(/message is not modified/))
    },
    async remove({ chatId, messageId }, options) {
      const args = { chat_id: chatId, message_id: Number(messageId) }
      await api
        .call((raw, signal) => raw.deleteMessage(args, signal), options)
        .catch(ignoring(/message to delete not found/))
    },
    async showTyping(address, options) {
      await api.call((raw, signal) => raw.sendChatAction({ ...placeOf(address), action: 'typing' }, signal), options)
    },
    async react({ chatId, messageId }, emoji, options) {
      const reaction = emoji === undefined ? [] : [{ type: 'emoji', emoji: reactionOf(emoji) } as const]
      await api.call(
        (raw, signal) => raw.setMessageReaction({ chat_id: chatId, message_id: Number(messageId), reaction }, signal),
        options,
      )
    },
  }
}

function checked(markdown: string, max: number) {
  const formatted = toFormattedText(markdown, max)
  if (formatted.text.length > max) {
    throw new PlatformError('too-long', `The text has more than the ${max} characters that Telegram takes.`)
  }
  return formatted
}

function placeOf({ chatId, threadId }: ChatAddress) {
  return { chat_id: chatId, ...(threadId !== undefined && { message_thread_id: Number(threadId) }) }
}

function extrasOf({ replyToMessageId, buttons = [] }: OutboundMessage) {
  return {
    ...(replyToMessageId !== undefined && {
      reply_parameters: { message_id: Number(replyToMessageId), allow_sending_without_reply: true },
    }),
    ...(buttons.length > 0 && { reply_markup: { inline_keyboard: toKeyboard(buttons) } }),
  }
}

/** Creates a keyboard with one button per row, because the labels of questions are long. */
function toKeyboard(buttons: readonly Button[]) {
  return buttons.map(({ label, value }) => [{ text: label, callback_data: value }])
}

/** Whether a file is sent as a photo. Larger and other pictures are sent as documents. */
function isPhoto({ kind, mediaType, content }: NonNullable<OutboundMessage['file']>): boolean {
  return kind === 'image' && /^image\/(png|jpeg|webp)$/.test(mediaType) && content.length <= 10 * 2 ** 20
}

/** Ignores an error that says that the effect exists already. */
function ignoring(message: RegExp): (error: unknown) => undefined {
  return (error) => {
    if (PlatformError.is(error) && message.test(error.message)) return undefined
    throw error
  }
}

/** Some of the reactions that Telegram knows. */
const reactions = ['👀', '👍', '👎', '👌', '❤', '🔥', '🎉', '🤔', '😢', '🙏'] as const

function reactionOf(emoji: string) {
  const known = reactions.find((reaction) => reaction === emoji)
  if (known) return known
  throw new PlatformError('refused', `Telegram has no reaction ${emoji}.`)
}
