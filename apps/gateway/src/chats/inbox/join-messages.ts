import type { InboundMessage } from '@hermes/core/platform'

/** Joins the texts and files of messages into one message. Answers refer to the last one. */
export function joinMessages(messages: readonly [InboundMessage, ...InboundMessage[]]): InboundMessage {
  const [first] = messages
  const last = messages.at(-1) ?? first
  return {
    ...last,
    id: first.id,
    text: messages.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n'),
    isAddressed: messages.some(({ isAddressed }) => isAddressed),
    attachments: messages.flatMap(({ attachments }) => attachments),
    ...(first.replyTo && { replyTo: first.replyTo }),
  }
}
