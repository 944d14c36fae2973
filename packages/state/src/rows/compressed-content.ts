import { deflateSync, inflateSync } from 'node:zlib'
import { StoreError } from '@hermes/core'

/** Longer texts than a string can be are not inflated, whatever a damaged or forged file says. */
const maxOutputLength = 512 * 1024 * 1024

/** Text as a BLOB in the column that else holds the text. The format has a checksum of its own. */
export function compressText(text: string): Buffer {
  return deflateSync(Buffer.from(text, 'utf8'), { level: 9 })
}

/**
 * What stands in a column of text, compressed or not.
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
