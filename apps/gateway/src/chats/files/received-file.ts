import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ImagePart, TextPart } from '@hermes/core'
import type { InboundAttachment } from '@hermes/core/platform'
import { safeName } from './safe-names.js'

/** Returns what the model reads of a received file that is not a picture. @param what What happened to the file. */
export function receivedText({ kind, name }: Pick<InboundAttachment, 'kind' | 'name'>, what: string): TextPart {
  return { type: 'text', text: `[${kind} "${safeName(name)}": ${what}]` }
}

/** Returns a picture as the model sees it. */
export function picturePart(content: Uint8Array, mediaType: string): ImagePart {
  return {
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(content).toString('base64')}` },
  }
}

/** Stores a received file where its conversation reads it. */
export async function storeReceived(content: Uint8Array, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600 })
}
