import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Decompresses a response. Compression is never requested, but some servers compress anyway. */
export function decompressed(incoming: IncomingMessage): Readable {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (!/^(x-)?gzip$|^deflate$|^br$/.test(encoding)) return incoming
  const zlib = process.getBuiltinModule('node:zlib')
  const { pipeline } = process.getBuiltinModule('node:stream')
  const decompress =
    encoding === 'br'
      ? zlib.createBrotliDecompress()
      : encoding === 'deflate'
        ? zlib.createInflate()
        : zlib.createGunzip()
  // An error in one stream destroys the other. The reader receives the error from the stream itself.
  pipeline(incoming, decompress, () => undefined)
  return decompress
}
