import type { ContentPart, FilePart, MessageContent } from '@hermes/core'
import { documentName, type Media, toMedia } from './media.js'

/** A content block as the service reads it. */
export type WireBlock = Readonly<Record<string, unknown>>

/** @param firstDocument The number that the first document of this content has in the whole request. */
export function toContentBlocks(content: MessageContent, firstDocument: number): readonly WireBlock[] {
  if (typeof content === 'string') return isBlank(content) ? [] : [{ text: content }]
  let number = firstDocument
  return content
    .map((part) => (part.type === 'file' ? fileBlock(part, number++) : partBlock(part)))
    .filter((block) => !isBlank(block.text ?? 'no text'))
}

/** How many documents a content may add to a request. */
export function countDocuments(content: MessageContent | null): number {
  return Array.isArray(content) ? content.filter((part) => part.type === 'file').length : 0
}

/** The service refuses texts of white space only. */
export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === ''
}

/** Documents of these formats are sent to some models in a form that no cached prefix can end with. */
export function isPlainDocument({ document }: WireBlock): boolean {
  return typeof document === 'object' && document !== null && 'format' in document && document.format !== 'pdf'
}

function partBlock(part: Exclude<ContentPart, FilePart>): WireBlock {
  if (part.type === 'text') return { text: part.text }
  const { url } = part.image_url
  const media = toMedia(url)
  if (media?.kind === 'image') return imageBlock(media)
  // The service fetches nothing.
  const address = /^https?:/i.test(url) ? `: ${url}` : ''
  return { text: `[a picture was left out, only pictures that are sent along can be seen${address}]` }
}

function fileBlock({ file }: FilePart, number: number): WireBlock {
  const media = toMedia(file.file_data)
  if (media?.kind === 'image') return imageBlock(media)
  if (!media) return { text: `[the file ${JSON.stringify(file.filename)} was left out: its kind cannot be read]` }
  const { format, base64 } = media
  return { document: { format, name: documentName(file.filename, number), source: { bytes: base64 } } }
}

function imageBlock({ format, base64 }: Media): WireBlock {
  return { image: { format, source: { bytes: base64 } } }
}
