import type { ForwardedMessage } from '@hermes/core/platform'
import type { Message } from 'grammy/types'
import { senderOf } from './place-of.js'

/** Returns who wrote a forwarded message; `undefined` for the sender's own words, even if they forward themselves. */
export function forwardedOf({ forward_origin: origin, from }: Message): ForwardedMessage | undefined {
  switch (origin?.type) {
    case undefined:
      return undefined
    case 'user':
      return origin.sender_user.id === from?.id ? undefined : named(senderOf(origin.sender_user).name)
    case 'hidden_user':
      return named(origin.sender_user_name)
    case 'chat':
      return named(origin.sender_chat.title)
    case 'channel':
      return named(origin.chat.title)
    default:
      return {}
  }
}

function named(from: string | undefined): ForwardedMessage {
  return from === undefined || from === '' ? {} : { from }
}
