import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ImagePart } from '@hermes/core'
import { imageKind } from '@hermes/tools/vision'
import { UsageError } from '../usage-error.js'

/** Maximum size of an image, in bytes. Providers reject larger ones. */
export const mostImageBytes = 10 * 2 ** 20

/** Reads the image in a file for a message. @throws {UsageError} when it is not one that models can read. */
export async function readImage(path: string, workingDirectory: string): Promise<ImagePart> {
  return toImagePart(await readBounded(resolve(workingDirectory, path)), path)
}

/** Converts bytes to an image for a message. @throws {UsageError} when they are not an image that models can read. */
export function toImagePart(bytes: Buffer, name: string): ImagePart {
  if (bytes.length > mostImageBytes) throw tooLarge(name)
  const type = imageKind(bytes)
  if (type === undefined) throw new UsageError(`${name} is not an image: use PNG, JPEG, GIF or WebP.`)
  return { type: 'image_url', image_url: { url: `data:${type};base64,${bytes.toString('base64')}` } }
}

async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw new UsageError(`The image ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  })
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new UsageError(`The image ${path} is not a file.`)
    if (status.size > mostImageBytes) throw tooLarge(path)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function tooLarge(name: string): UsageError {
  return new UsageError(`The image ${name} has more than 10 MB: use a smaller one.`)
}
