import { fromBufferPromise } from 'yauzl'

/** Maximum unpacked size of a document's parts. */
const maxUnpackedBytes = 128 * 2 ** 20
const maxEntries = 10_000

/**
 * Unpacks the named parts of an Office document.
 *
 * @throws {Error} when the actual size exceeds the limit, regardless of the declared size, or a part is encrypted.
 */
export async function readZip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), { lazyEntries: true })
  if (zip.entryCount > maxEntries) throw tooLarge()
  const parts = new Map<string, string>()
  let left = maxUnpackedBytes
  for await (const entry of zip.eachEntry()) {
    if (!isWanted(entry.fileName)) continue
    if (entry.isEncrypted()) throw new Error('it is encrypted')
    const pieces: Buffer[] = []
    for await (const piece of await zip.openReadStreamPromise(entry)) {
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
  return new Error(`it unpacks to more than ${maxUnpackedBytes / 2 ** 20} MB`)
}
