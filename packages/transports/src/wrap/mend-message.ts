import { type Message, type MessageContent, textOf } from '@hermes/core'

/** Removes something from a message. Returns the same object if there is nothing to remove. */
export type MendMessage = (message: Message) => Message

/** Replaces all images by a text that mentions them. */
export function withoutPictures(message: Message): Message {
  if (message.role === 'assistant' || message.role === 'system' || !hasPicture(message.content)) return message
  return { ...message, content: withWords(message.content) }
}

/** Replaces images in tool results. Images of the user are kept. */
export function withTextResult(message: Message): Message {
  if (message.role !== 'tool' || typeof message.content === 'string') return message
  return { ...message, content: textOf(withWords(message.content)) }
}

/** Removes the parts of an answer that only one transport can read, such as signed reasoning. */
export function withoutStateOf(transportId: string): MendMessage {
  return (message) => {
    if (message.role !== 'assistant' || message.provider_data?.[transportId] === undefined) return message
    const { provider_data: data, ...rest } = message
    const { [transportId]: _, ...others } = data
    return Object.keys(others).length > 0 ? { ...rest, provider_data: others } : rest
  }
}

export function hasPicture(content: Message['content']): boolean {
  return Array.isArray(content) && content.some(({ type }) => type === 'image_url')
}

function withWords(content: MessageContent): MessageContent {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'image_url' ? { type: 'text', text: '[a picture was left out]' } : part))
}
