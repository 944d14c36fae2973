import type { InboundMessage } from '@hermes/core/platform'

/** Returns a message from Ada in the direct chat of a scripted network. */
export function messageEvent({ id, text }: Pick<InboundMessage, 'id' | 'text'>): InboundMessage {
  return {
    type: 'message',
    id,
    messageId: id,
    chatId: 'chat-1',
    chatType: 'direct',
    sender: { id: 'ada', name: 'Ada' },
    text,
    isAddressed: true,
    attachments: [],
    sentAtMs: 0,
  }
}
