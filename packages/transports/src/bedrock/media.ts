import { type DataUrl, parseDataUrl } from '../shared/data-url.js'

/** Base64 prefixes of the image formats. The detected format takes precedence over the declared type. */
const imageSignatures: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGgo/, 'png'],
  [/^\/9j\//, 'jpeg'],
  [/^R0lGOD/, 'gif'],
  [/^UklGR/, 'webp'],
]

const imageFormats: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const documentFormats: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
}

/** An image or document in a format that the service supports, in base64. */
export interface Media {
  readonly kind: 'image' | 'document'
  /** The service's format name, such as `png` or `pdf`. */
  readonly format: string
  readonly base64: string
}

/** Parses a `data:` URL. Returns `undefined` for unsupported formats. */
export function toMedia(url: string): Media | undefined {
  const data = parseDataUrl(url)
  if (!data) return undefined
  const { base64 } = data
  const image = imageSignatures.find(([signature]) => signature.test(base64))?.[1] ?? imageFormats[data.mediaType]
  if (image) return { kind: 'image', format: image, base64 }
  const document = documentFormats[data.mediaType] ?? textFormat(data)
  return document ? { kind: 'document', format: document, base64 } : undefined
}

function textFormat({ mediaType }: DataUrl): string | undefined {
  return /^text\/|[/+](json|xml|yaml|javascript|typescript|toml|sql)$/.test(mediaType) ? 'txt' : undefined
}

/** Returns a document name that has only allowed characters and is unique within the request: `räport.pdf` becomes `r port (1)`. */
export function documentName(filename: string, number: number): string {
  const base = filename
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9()[\]-]+/g, ' ')
    .slice(0, 100)
    .trim()
  return `${base || 'document'} (${number})`
}
