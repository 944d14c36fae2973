import { gunzipSync, inflateSync } from 'node:zlib'

const longestText = 65_536

/** Returns the text of decoded bytes, decompressed if necessary. */
export function textOf(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  try {
    if (first === 0x1f && second === 0x8b) return toText(gunzipSync(bytes, { maxOutputLength: longestText }))
    if (first === 0x78 && (second === 0x01 || second === 0x9c || second === 0xda))
      return toText(inflateSync(bytes, { maxOutputLength: longestText }))
  } catch {
    // Not compressed after all.
    return undefined
  }
  return toText(bytes)
}

/** PowerShell encodes commands in UTF-16. */
function toText(bytes: Uint8Array): string {
  const isWide = bytes.length >= 16 && bytes.slice(0, 64).every((byte, index) => index % 2 === 0 || byte === 0)
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}
