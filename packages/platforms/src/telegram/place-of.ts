import type { CallbackQuery, Chat, User } from 'grammy/types'

type AnyMessage = NonNullable<CallbackQuery['message']> | { readonly chat: Chat }

/** Returns the chat of a message. */
export function placeOf(message: AnyMessage) {
  const { chat } = message
  const thread = 'is_topic_message' in message && message.is_topic_message ? message.message_thread_id : undefined
  return {
    chatId: String(chat.id),
    chatType: chat.type === 'private' ? 'direct' : 'group',
    ...(thread !== undefined && { threadId: String(thread) }),
    ...(chat.title !== undefined && { chatName: chat.title }),
  } as const
}

export function senderOf({ id, first_name: first, last_name: last, is_bot: isBot }: User) {
  return { id: String(id), name: [first, last].filter(Boolean).join(' '), ...(isBot && { isBot }) }
}
