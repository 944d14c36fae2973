import { HermesError, type ToolContext } from '@hermes/core'
import { type ImageMediaType, imageKind } from '@hermes/safety/files'
import type { FileAccess } from '../files/file-access.js'
import type { SafeFetchOptions } from '../web/fetch/safe-fetch.js'

export interface LoadedImage {
  readonly mediaType: ImageMediaType
  readonly bytes: Uint8Array
}

export interface ImageSource {
  readonly access: FileAccess
  readonly fetching: Omit<SafeFetchOptions, 'accepts' | 'signal'>
  /** Maximum image size in bytes. */
  readonly maxBytes: number
}

type ImageCall = Pick<ToolContext, 'sessionId' | 'taskId' | 'run' | 'signal'>

/**
 * Loads an image from a file or the public web, with the rules of the file tools and the web tools.
 *
 * @throws {HermesError} when the image cannot be loaded, is not an image, or is too large.
 */
export async function loadImage(image: string, source: ImageSource, call: ImageCall): Promise<LoadedImage> {
  const bytes = /^https?:\/\//i.test(image)
    ? await fetchImage(image, source, call)
    : await readImage(image, source, call)
  const mediaType = imageKind(bytes)
  if (mediaType) return { mediaType, bytes }
  throw new HermesError('vision/no-image', `${image} is not a PNG, JPEG, GIF or WebP image.`)
}

async function readImage(path: string, { access, maxBytes }: ImageSource, call: ImageCall) {
  const resolved = await access.locate('read', path, call)
  const status = await access.files.stat(resolved)
  if (status?.kind !== 'file') throw new HermesError('vision/no-image', `There is no file ${path}.`)
  if (status.size > maxBytes) throw tooLarge(path, maxBytes)
  return access.files.read(resolved)
}

async function fetchImage(
  url: string,
  { fetching, maxBytes }: ImageSource,
  { signal }: { readonly signal: AbortSignal },
) {
  const { safeFetch } = await import('../web/fetch/safe-fetch.js')
  const limits = { ...fetching.limits, bodyBytes: maxBytes }
  const fetched = await safeFetch(url, { ...fetching, limits, signal })
  if (fetched.status >= 400) {
    throw new HermesError('vision/no-image', `${url} answered with the status ${fetched.status}.`)
  }
  if (fetched.isCut) throw tooLarge(url, maxBytes)
  return fetched.bytes
}

function tooLarge(image: string, maxBytes: number): HermesError {
  const megabytes = Math.floor(maxBytes / 2 ** 20)
  return new HermesError(
    'vision/too-large',
    `${image} is larger than ${megabytes} MB: make it smaller first, or cut out a part.`,
  )
}
