import { type ContentPart, type Message, type MessageContent, textOf } from '@hermes/core'

/** Removes something from a message. Returns the same object if there is nothing to remove. */
export type RepairMessage = (message: Message) => Message

/** Parts of a message that a provider may reject. */
type Replaced = Exclude<ContentPart['type'], 'text'>

/** Replaces all images with a text that mentions them. */
export function withoutPictures(message: Message): Message {
  return withText(message, 'image_url', 'a picture was left out')
}

/** Replaces images that a provider could not read with a text, so that the model can mention it. */
export function withoutUnreadPictures(message: Message): Message {
  return withText(message, 'image_url', 'a picture was left out: it could not be read')
}

/** Replaces files that a provider could not read with a text that says so. */
export function withoutUnreadFiles(message: Message): Message {
  return withText(message, 'file', 'a file was left out: it could not be read')
}

/** Replaces images in tool results with a text. Images of the user are kept. */
export function withTextResult(message: Message): Message {
  if (message.role !== 'tool' || typeof message.content === 'string') return message
  return { ...message, content: textOf(withWords(message.content, 'image_url', 'a picture was left out')) }
}

/** Removes the parts of an answer that only one transport can read, such as signed reasoning. */
export function withoutStateOf(transportId: string): RepairMessage {
  return (message) => {
    if (message.role !== 'assistant' || message.provider_data?.[transportId] === undefined) return message
    const { provider_data: data, ...rest } = message
    const { [transportId]: _, ...others } = data
    return Object.keys(others).length > 0 ? { ...rest, provider_data: others } : rest
  }
}

/** Whether a message contains a part of this type. */
export function hasPart({ content }: Message, type: Replaced): boolean {
  return Array.isArray(content) && content.some((part) => part.type === type)
}

function withText(message: Message, replaced: Replaced, words: string): Message {
  if (message.role === 'assistant' || message.role === 'system' || !hasPart(message, replaced)) return message
  return { ...message, content: withWords(message.content, replaced, words) }
}

function withWords(content: MessageContent, replaced: Replaced, words: string): MessageContent {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === replaced ? { type: 'text', text: `[${words}]` } : part))
}
