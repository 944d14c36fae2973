import { fileError } from './file-error.js'

/** Decodes Windows-1252, a superset of Latin-1. Every byte maps to a character, so any content survives reading and writing. */
export function decodeWestern(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Encodes Windows-1252. @throws {HermesError} `file/invalid` for a character that does not exist in the encoding. */
export function encodeWestern(text: string): Uint8Array {
  const bytes = new Map([...decodeWestern(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(swapped))
  return Uint8Array.from([...text], (character) => {
    const byte = bytes.get(character)
    if (byte === undefined) {
      throw fileError('invalid', `The file is encoded in Windows-1252, which has no "${character}": replace it.`)
    }
    return byte
  })
}

function swapped(character: string, byte: number): [string, number] {
  return [character, byte]
}
