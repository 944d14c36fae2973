import { type ContentPart, type MessageContent, textOf } from '@hermes/core'

/** Converts message content. Text-only content becomes a string, `''` when empty. */
export function toWireContent(content: MessageContent): string | readonly object[] {
  if (typeof content === 'string') return content
  if (content.every((part) => part.type === 'text')) return textOf(content)
  return content.filter((part) => part.type !== 'text' || part.text !== '').map(toWirePart)
}

function toWirePart(part: ContentPart): object {
  switch (part.type) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'image_url':
      return { type: 'input_image', image_url: part.image_url.url, detail: part.image_url.detail ?? 'auto' }
    case 'file':
      return { type: 'input_file', filename: part.file.filename || 'file', file_data: part.file.file_data }
  }
}
