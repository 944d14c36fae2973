import type { MediaKind } from '@hermes/core/platform'
import type { OutboundPath } from '../network/payload.js'

/** Extensions of files that networks show or play. Other files are documents. */
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

/** Returns how a file is sent, according to its extension. */
export async function fileTypeOf(path: string): Promise<Pick<OutboundPath, 'kind' | 'mediaType'>> {
  // The library has a thousand types. A gateway that only sends text need not load it.
  const { default: mime } = await import('mime')
  const mediaType = mime.getType(path) ?? 'application/octet-stream'
  return { kind: kinds[mediaType] ?? 'document', mediaType }
}
