import type { ContentPart, FilePart, MessageContent } from '@hermes/core'
import { documentName, type Media, toMedia } from './media.js'

/** A content block of the Converse API. */
export type WireBlock = Readonly<Record<string, unknown>>

/** @param firstDocument Number of the first document in this content, counted over the whole request. */
export function toContentBlocks(content: MessageContent, firstDocument: number): readonly WireBlock[] {
  if (typeof content === 'string') return isBlank(content) ? [] : [{ text: content }]
  let number = firstDocument
  return content
    .map((part) => (part.type === 'file' ? fileBlock(part, number++) : partBlock(part)))
    .filter((block) => !isBlank(block.text ?? 'no text'))
}

/** Returns an upper bound for the number of documents that the content adds to a request. */
export function countDocuments(content: MessageContent | null): number {
  return Array.isArray(content) ? content.filter((part) => part.type === 'file').length : 0
}

/** Whether a text is whitespace only, which the service rejects. */
export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === ''
}

/** Whether a block is a document other than PDF. Some models receive those in a form that cannot end a cached prefix. */
export function isPlainDocument({ document }: WireBlock): boolean {
  return typeof document === 'object' && document !== null && 'format' in document && document.format !== 'pdf'
}

function partBlock(part: Exclude<ContentPart, FilePart>): WireBlock {
  if (part.type === 'text') return { text: part.text }
  const { url } = part.image_url
  const media = toMedia(url)
  if (media?.kind === 'image') return imageBlock(media)
  // The service does not fetch URLs.
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
