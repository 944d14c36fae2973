import type { Readable, Transform } from 'node:stream'
import { describeError } from '@hermes/core'
import { webError } from '../web-error.js'

export interface Body {
  readonly bytes: Uint8Array
  /** Whether the body was longer than the limit, so that `bytes` is only its start. */
  readonly isCut: boolean
}

/** Encodings that {@link readBody} can decompress, as an `accept-encoding` header. */
export const acceptedEncodings = 'gzip, br'

/**
 * Decompresses the body up to `limit` bytes and stops reading there, so that neither an endless body nor a
 * decompression bomb needs more memory than the limit.
 */
export async function readBody(raw: Readable, encoding: string | undefined, limit: number): Promise<Body> {
  const stream = decompressed(raw, encoding)
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      length += chunk.length
      if (length > limit) break
    }
  } finally {
    stream.destroy()
    raw.destroy()
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, limit)), isCut: length > limit }
}

function decompressed(raw: Readable, encoding: string | undefined): Readable {
  const name = (encoding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return raw
  const decoder = decoders[name]?.()
  if (!decoder) {
    throw webError('unreadable', `The server used a compression that was not requested (${name.slice(0, 40)}).`)
  }
  raw.once('error', (error) => decoder.destroy(error))
  return raw.pipe(decoder)
}

/** Loads `zlib` with the first compressed page. */
const zlib = () => process.getBuiltinModule('node:zlib')
const lenient = () => ({ finishFlush: zlib().constants.Z_SYNC_FLUSH })

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib().createGunzip(lenient()),
  'x-gzip': () => zlib().createGunzip(lenient()),
  deflate: () => zlib().createInflate(lenient()),
  br: () => zlib().createBrotliDecompress({ finishFlush: zlib().constants.BROTLI_OPERATION_FLUSH }),
}

/** Creates the error for a body that does not match its headers. */
export function brokenBody(error: unknown): Error {
  return webError('unreadable', `The page is truncated or damaged: ${describeError(error)}`, error)
}
