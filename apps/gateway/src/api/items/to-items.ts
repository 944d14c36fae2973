import { type ContentPart, type MessageContent, type StoredMessage, textOf } from '@hermes/core'
import { fileWrittenOf } from '../files/file-text.js'
import type { ConversationItem, InputPart } from './item-schemas.js'
import { toTextPart } from './to-text-part.js'

/** Returns a stored message as items of OpenAI's API. Tool calls, their results and instructions have none, because people did not write or read them. */
export function toItems({ id: number, message }: StoredMessage): readonly ConversationItem[] {
  const common = { id: `msg_${number}`, type: 'message', status: 'completed' } as const
  if (message.role === 'user') return [{ ...common, role: 'user', content: toInputParts(message.content) }]
  const text = message.role === 'assistant' ? textOf(message.content) : ''
  return text === '' ? [] : [{ ...common, role: 'assistant', content: [toTextPart(text)] }]
}

function toInputParts(content: MessageContent): readonly InputPart[] {
  return typeof content === 'string' ? [{ type: 'input_text', text: content }] : content.map(toInputPart)
}

function toInputPart(part: ContentPart): InputPart {
  if (part.type === 'text') {
    const file = fileWrittenOf(part.text)
    return file ? { type: 'input_file', ...file } : { type: 'input_text', text: part.text }
  }
  if (part.type === 'file') return { type: 'input_file', ...part.file }
  const { url, detail = 'auto' } = part.image_url
  return { type: 'input_image', image_url: url, detail, file_id: null }
}
