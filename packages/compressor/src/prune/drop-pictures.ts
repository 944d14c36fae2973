import type { ContentPart, MessageContent } from '@hermes/core'

/** Replaces each picture and file with a note. Returns the same content if there are none. */
export function dropPictures(content: MessageContent): MessageContent {
  if (typeof content === 'string' || content.every((part) => part.type === 'text')) return content
  return content.map((part): ContentPart => (part.type === 'text' ? part : { type: 'text', text: noteOf(part) }))
}

/** Returns the text of a message content, with a note for each picture and file. */
export function textWithNotes(content: MessageContent | null): string {
  if (content === null) return ''
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : noteOf(part))).join('\n')
}

function noteOf(part: Exclude<ContentPart, { type: 'text' }>): string {
  if (part.type === 'file') return `[a file was here: ${part.file.filename}]`
  const { url } = part.image_url
  return url.startsWith('data:') ? '[a picture was here]' : `[a picture was here: ${url.slice(0, 200)}]`
}
