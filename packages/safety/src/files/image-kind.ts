/** The image formats that all providers accept. */
export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/**
 * Detects the type of an image by its first bytes, because names and headers may be wrong. `undefined` for unsupported
 * data.
 */
export function imageKind(bytes: Uint8Array): ImageMediaType | undefined {
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1')
  if (begin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (begin.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begin.startsWith('GIF87a') || begin.startsWith('GIF89a')) return 'image/gif'
  return begin.startsWith('RIFF') && begin.slice(8) === 'WEBP' ? 'image/webp' : undefined
}
