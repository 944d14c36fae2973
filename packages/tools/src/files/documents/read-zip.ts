import { fromBufferPromise } from 'yauzl'
import { fileError } from '../file-error.js'

/** What the parts of a document may come to when they are unpacked. */
const maxUnpackedBytes = 128 * 2 ** 20
const maxEntries = 10_000

/**
 * The wanted parts of an Office document, by name, unpacked off the main thread.
 * @throws {HermesError} `file/too-large` when more comes out of it than a document holds, whatever it says of itself.
 */
export async function readZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { lazyEntries: true })
  if (zip.entryCount > maxEntries) throw tooLarge()
  const parts = new Map<string, string>()
  let left = maxUnpackedBytes
  for await (const entry of zip.eachEntry()) {
    if (!isWanted(entry.fileName)) continue
    if (entry.isEncrypted()) throw new Error('it is locked with a password')
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      signal.throwIfAborted()
      if (!Buffer.isBuffer(piece)) continue
      left -= piece.length
      if (left < 0) throw tooLarge()
      pieces.push(piece)
    }
    parts.set(entry.fileName, Buffer.concat(pieces).toString('utf8'))
  }
  return parts
}

function tooLarge(): Error {
  return fileError('too-large', `The document was not read: it unpacks to more than ${maxUnpackedBytes / 2 ** 20} MB.`)
}
