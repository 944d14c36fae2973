import { createHash, randomUUID } from 'node:crypto'
import { formatSize } from '../../chats/files/format-size.js'
import { RequestError } from '../request/request-error.js'
import type { FileDisk } from './file-disk.js'

/** Content that is on disk and does not belong to a file yet. */
export interface ReceivedContent {
  /** The name under which it is stored. */
  readonly name: string
  readonly bytes: number
  readonly hash: string
}

/** Stores content while it arrives. @throws {RequestError} as soon as it is too large. */
export async function receiveContent(
  content: AsyncIterable<Uint8Array>,
  { disk, maxBytes }: { readonly disk: Pick<FileDisk, 'write'>; readonly maxBytes: number },
): Promise<ReceivedContent> {
  const name = randomUUID()
  const hash = createHash('sha256')
  let bytes = 0
  async function* measured() {
    for await (const chunk of content) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw fileTooLarge(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  await disk.write(name, measured())
  return { name, bytes, hash: hash.digest('hex') }
}

export function fileTooLarge(maxBytes: number): RequestError {
  const message = `The file is larger than ${formatSize(maxBytes)}: send a smaller one, or raise gateway.api_server.files.max_file_mb.`
  return new RequestError(413, 'request_too_large', message)
}
