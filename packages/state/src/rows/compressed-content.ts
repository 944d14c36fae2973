import { deflateSync, inflateSync } from 'node:zlib'
import { StoreError } from '@hermes/core'

/** Maximum length of an expanded text, in bytes. Bounds the memory that a damaged or forged file can claim. */
const maxOutputLength = 512 * 1024 * 1024

/** Compresses a text into a BLOB, which is stored in the text's column. The format contains a checksum. */
export function compressText(text: string): Buffer {
  return deflateSync(Buffer.from(text, 'utf8'), { level: 9 })
}

/**
 * Returns the text of a column, compressed or not.
 *
 * @throws {StoreError} `corrupt`
 */
export function expandText(stored: string | Uint8Array): string {
  if (typeof stored === 'string') return stored
  try {
    return inflateSync(stored, { maxOutputLength }).toString('utf8')
  } catch (cause) {
    throw new StoreError('corrupt', 'A compressed text in the session store is damaged: restore it from a backup.', {
      cause,
    })
  }
}

export function isCompressedSound(stored: Uint8Array): boolean {
  try {
    expandText(stored)
    return true
  } catch (error) {
    if (StoreError.is(error)) return false
    throw error
  }
}
