import { PlatformError } from '@hermes/core/platform'
import { loadLibrary } from './load-library.js'

/**
 * Decrypts a file with the key that came with it. Needs no keys of the device, so any process can read it.
 * @throws {PlatformError} `gone` when the content is not what was sent.
 */
export async function unsealFile(content: Uint8Array, key: object): Promise<Uint8Array> {
  const { crypto } = await loadLibrary()
  try {
    return crypto.Attachment.decrypt(new crypto.EncryptedAttachment(content, JSON.stringify(key)))
  } catch (cause) {
    throw new PlatformError('gone', 'The attachment cannot be decrypted.', { cause })
  }
}
