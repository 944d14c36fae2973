import { extname } from 'node:path'
import type { MediaKind } from '@hermes/core/platform'
import type { OutboundPath } from '../network/payload.js'

const types: Readonly<Record<string, readonly [MediaKind, string]>> = {
  '.png': ['image', 'image/png'],
  '.jpg': ['image', 'image/jpeg'],
  '.jpeg': ['image', 'image/jpeg'],
  '.webp': ['image', 'image/webp'],
  '.gif': ['image', 'image/gif'],
  '.mp3': ['audio', 'audio/mpeg'],
  '.m4a': ['audio', 'audio/mp4'],
  '.wav': ['audio', 'audio/wav'],
  '.ogg': ['voice', 'audio/ogg'],
  '.opus': ['voice', 'audio/ogg'],
  '.mp4': ['video', 'video/mp4'],
  '.webm': ['video', 'video/webm'],
  '.mov': ['video', 'video/quicktime'],
  '.flac': ['audio', 'audio/flac'],
  '.aac': ['audio', 'audio/aac'],
  '.bmp': ['image', 'image/bmp'],
  '.tiff': ['image', 'image/tiff'],
  '.svg': ['document', 'image/svg+xml'],
  '.pdf': ['document', 'application/pdf'],
  '.txt': ['document', 'text/plain'],
  '.log': ['document', 'text/plain'],
  '.md': ['document', 'text/markdown'],
  '.csv': ['document', 'text/csv'],
  '.json': ['document', 'application/json'],
  '.xml': ['document', 'application/xml'],
  '.html': ['document', 'text/html'],
  '.yaml': ['document', 'application/yaml'],
  '.zip': ['document', 'application/zip'],
  '.epub': ['document', 'application/epub+zip'],
}

/** How a file is sent, by the extension of its name. */
export function fileTypeOf(path: string): Pick<OutboundPath, 'kind' | 'mediaType'> {
  const [kind, mediaType] = types[extname(path).toLowerCase()] ?? ['document', 'application/octet-stream']
  return { kind, mediaType }
}
