import { formatSize } from '../../chats/files/format-size.js'
import { type Caller, holderOf } from '../request/caller.js'
import { noRetry } from '../request/no-retry.js'
import { RequestError } from '../request/request-error.js'
import type { FileLimits } from './file-limits.js'
import type { FileRecord } from './file-record.js'
import { isOfKey } from './may-use.js'

/** Maximum number of files of a key. */
const mostFiles = 10_000

/**
 * Checks the limits of a key including its new file, which already counts. Several files at once therefore cannot exceed the limit.
 * @throws {RequestError} when a limit is exceeded.
 */
export function checkRoom({ userId }: Caller, all: readonly FileRecord[], { maxTotalBytes }: FileLimits): void {
  const key = holderOf({ userId })
  const own = all.filter((file) => isOfKey(key, file))
  const isFull = own.reduce((sum, { bytes }) => sum + bytes, 0) > maxTotalBytes
  if (!isFull && own.length <= mostFiles) return
  const most = isFull
    ? `${formatSize(maxTotalBytes)} of files: delete some, or raise gateway.api_server.files.max_total_mb`
    : `${mostFiles} files: delete some`
  throw new RequestError(413, 'files_full', `This key may have ${most}.`, { headers: noRetry })
}
