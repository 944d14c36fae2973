import { fileError } from './file-error.js'

/** Windows-1252, which holds Latin-1: every byte is a character, so that any text survives being read and written. */
export function decodeWestern(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}

/** @throws {HermesError} `file/invalid` for a character that the encoding does not have. */
export function encodeWestern(text: string): Uint8Array {
  const bytes = new Map([...decodeWestern(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(swapped))
  return Uint8Array.from([...text], (character) => {
    const byte = bytes.get(character)
    if (byte === undefined) {
      throw fileError(
        'invalid',
        `The file is written in Windows-1252, which has no "${character}": write it otherwise.`,
      )
    }
    return byte
  })
}

function swapped(character: string, byte: number): [string, number] {
  return [character, byte]
}
