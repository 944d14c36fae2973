import type { Readable, Transform } from 'node:stream'
import { describeError } from '@hermes/core'
import { webError } from '../web-error.js'

export interface Body {
  readonly bytes: Uint8Array
  /** It was longer than the limit: `bytes` is its beginning. */
  readonly isCut: boolean
}

/** What {@link readBody} can undo. */
export const acceptedEncodings = 'gzip, br'

/**
 * The decompressed body up to `limit` bytes. Stops reading there: neither an endless body nor one that grows without bounds
 * when it is decompressed needs more memory than the limit.
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
    throw webError(
      'unreadable',
      `The server compressed the page in a way that was not asked for (${name.slice(0, 40)}).`,
    )
  }
  raw.once('error', (error) => decoder.destroy(error))
  return raw.pipe(decoder)
}

/** Loaded by the first page that comes compressed. */
const zlib = () => process.getBuiltinModule('node:zlib')
const lenient = () => ({ finishFlush: zlib().constants.Z_SYNC_FLUSH })

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib().createGunzip(lenient()),
  'x-gzip': () => zlib().createGunzip(lenient()),
  deflate: () => zlib().createInflate(lenient()),
  br: () => zlib().createBrotliDecompress({ finishFlush: zlib().constants.BROTLI_OPERATION_FLUSH }),
}

/** A page whose bytes are not what its headers say. */
export function brokenBody(error: unknown): Error {
  return webError('unreadable', `The page broke off or is damaged: ${describeError(error)}`, error)
}
