import type { ContentPart, FilePart, MessageContent } from '@hermes/core'
import { type DataUrl, parseDataUrl } from '../shared/data-url.js'

/** A content block of the Messages API. */
export type WireBlock = Readonly<Record<string, unknown>> & { readonly type: string }

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

/** Base64 prefixes of the image types. The detected type takes precedence over the declared one. */
const imageSignatures: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'image/png'],
  [/^\/9j\//, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR/, 'image/webp'],
]

/** Converts message content. Drops blank texts, which the API rejects, and replaces unsupported files with a text that names them. */
export function toContentBlocks(content: MessageContent): readonly WireBlock[] {
  const parts: readonly ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return parts.map(toBlock).filter((block) => block.type !== 'text' || !isBlank(block.text))
}

export function textBlock(text: string): WireBlock {
  return { type: 'text', text }
}

export function isBlank(text: unknown): boolean {
  return typeof text !== 'string' || text.trim() === ''
}

function toBlock(part: ContentPart): WireBlock {
  switch (part.type) {
    case 'text':
      return textBlock(part.text)
    case 'image_url':
      return toImage(part.image_url.url)
    default:
      return toDocument(part)
  }
}

function toImage(url: string): WireBlock {
  if (/^https:\/\//i.test(url)) return { type: 'image', source: { type: 'url', url } }
  const data = parseDataUrl(url)
  return (
    (data && imageOf(data)) ?? textBlock(`[a picture was left out: ${data ? data.mediaType : 'no usable address'}]`)
  )
}

function imageOf({ mediaType, base64 }: DataUrl): WireBlock | undefined {
  const known = imageSignatures.find(([signature]) => signature.test(base64))?.[1] ?? mediaType
  if (!imageTypes.includes(known)) return undefined
  return { type: 'image', source: { type: 'base64', media_type: known, data: base64 } }
}

function toDocument({ file }: FilePart): WireBlock {
  const data = parseDataUrl(file.file_data)
  const source = data && (pdfSource(data) ?? textSource(data))
  const title = file.filename.trim().slice(0, 200)
  if (source) return { type: 'document', source, ...(title !== '' && { title }) }
  const image = data && imageOf(data)
  return (
    image ?? textBlock(`[the file ${JSON.stringify(title)} was left out: ${data ? data.mediaType : 'it is empty'}]`)
  )
}

function pdfSource({ mediaType, base64 }: DataUrl): WireBlock | undefined {
  if (mediaType !== 'application/pdf') return undefined
  return { type: 'base64', media_type: 'application/pdf', data: base64 }
}

function textSource({ mediaType, base64 }: DataUrl): WireBlock | undefined {
  if (!/^text\/|[/+](json|xml|yaml|javascript|typescript|toml|sql)$/.test(mediaType)) return undefined
  const data = Buffer.from(base64, 'base64').toString()
  return isBlank(data) ? undefined : { type: 'text', media_type: 'text/plain', data }
}
