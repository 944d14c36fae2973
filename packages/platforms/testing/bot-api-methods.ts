import type { ApiMethods } from '@grammyjs/types'

type Methods = ApiMethods<string>
type ParametersOf<Name extends keyof Methods> = keyof NonNullable<Parameters<Methods[Name]>[0]>

const sending = ['chat_id', 'message_thread_id', 'reply_parameters', 'reply_markup'] as const
const captioned = [...sending, 'caption', 'caption_entities'] as const

/** The methods of the fake, each with the parameters that it understands: others are refused. The types of the Bot API hold the names. */
export const botApiMethods = {
  getMe: [],
  getUpdates: ['offset', 'limit', 'timeout', 'allowed_updates'],
  setWebhook: ['url', 'secret_token', 'allowed_updates'],
  deleteWebhook: [],
  sendMessage: [...sending, 'text', 'entities', 'link_preview_options'],
  editMessageText: ['chat_id', 'message_id', 'text', 'entities', 'link_preview_options', 'reply_markup'],
  deleteMessage: ['chat_id', 'message_id'],
  sendPhoto: [...captioned, 'photo'],
  sendDocument: [...captioned, 'document'],
  sendAudio: [...captioned, 'audio'],
  sendVoice: [...captioned, 'voice'],
  sendVideo: [...captioned, 'video'],
  sendChatAction: ['chat_id', 'message_thread_id', 'action'],
  setMessageReaction: ['chat_id', 'message_id', 'reaction'],
  setMyCommands: ['commands'],
  answerCallbackQuery: ['callback_query_id'],
  getFile: ['file_id'],
} as const satisfies { readonly [Name in keyof Methods]?: readonly ParametersOf<Name>[] }

export type BotMethod = keyof typeof botApiMethods

export function isBotMethod(name: string): name is BotMethod {
  return Object.hasOwn(botApiMethods, name)
}
