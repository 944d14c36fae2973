/** A recording, as the content of a file. */
export interface Sound {
  readonly content: Uint8Array
  /** The media type: `audio/ogg`. */
  readonly mediaType: string
}

const extensions: Readonly<Record<string, string>> = {
  'audio/ogg': 'ogg',
  'audio/opus': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/mp4': 'm4a',
  'audio/x-m4a': 'm4a',
  'audio/aac': 'aac',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/flac': 'flac',
  'audio/webm': 'webm',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/**
 * Returns the extension by which services recognize the format, without a dot. Unknown formats are assumed to be Ogg,
 * the format of voice messages.
 */
export function extensionOf(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';')
  return extensions[type.trim()] ?? 'ogg'
}
