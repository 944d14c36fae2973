import type { MediaKind } from '@hermes/core/platform'
import type { OutboundPath } from '../network/payload.js'

/** What networks show or play. Other files are documents. */
const kinds: Readonly<Record<string, MediaKind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'image/bmp': 'image',
  'image/tiff': 'image',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/wav': 'audio',
  'audio/x-flac': 'audio',
  'audio/aac': 'audio',
  'audio/ogg': 'voice',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
}

/** How a file is sent, by the extension of its name. */
export async function fileTypeOf(path: string): Promise<Pick<OutboundPath, 'kind' | 'mediaType'>> {
  // A thousand types, which a gateway that only writes need not load.
  const { default: mime } = await import('mime')
  const mediaType = mime.getType(path) ?? 'application/octet-stream'
  return { kind: kinds[mediaType] ?? 'document', mediaType }
}
