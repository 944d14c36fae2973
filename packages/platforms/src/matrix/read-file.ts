import { type CallOptions, PlatformError } from '@hermes/core/platform'
import { parseJson } from '@hermes/core/wiring'
import { unsealFile } from './encryption/unseal-file.js'
import { encryptedFile } from './events.js'
import type { MatrixApi } from './matrix-api.js'
import { matrixLimits } from './matrix-limits.js'
import type { MatrixOptions } from './matrix-options.js'

/** Reads a file. @param id The address of a file, or JSON with the address and the key of an encrypted one. */
export async function readFileOf(
  api: MatrixApi,
  id: string,
  encryption: MatrixOptions['encryption'],
  options: CallOptions,
): Promise<Uint8Array> {
  const limit = matrixLimits.media?.maxInBytes ?? 0
  if (!id.startsWith('{')) return api.download(id, limit, options)
  if (encryption === 'off') throw new PlatformError('gone', 'The attachment is encrypted, and encryption is off.')
  const file = encryptedFile.parse(parseJson(id))
  return unsealFile(await api.download(file.url, limit, options), file)
}
