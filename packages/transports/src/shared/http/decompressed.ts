import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Compression is never asked for; some servers compress all the same. */
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
  // What breaks the one ends the other; whoever reads hears of it from the stream itself.
  pipeline(incoming, decompress, () => undefined)
  return decompress
}
