import type { SessionStore } from '@hermes/core'
import { type Runtime, receivedFolder, receivedRoot } from '@hermes/runtime'
import { createFileDisk } from '../api/files/file-disk.js'
import type { FileLimits } from '../api/files/file-limits.js'
import { createFileRecords } from '../api/files/file-records.js'
import { createFiles, type Files } from '../api/files/files.js'

const mebibyte = 2 ** 20
const dayMs = 24 * 60 * 60 * 1000

/** Opens the files that clients upload to a home. `undefined` if the store keeps no values. */
export function openFiles(runtime: Runtime, { values }: SessionStore): Files | undefined {
  const { paths } = runtime
  return (
    values &&
    createFiles({
      records: createFileRecords(values),
      disk: createFileDisk({
        received: receivedRoot(paths),
        receivedBy: (conversation) => receivedFolder(paths, conversation),
      }),
      limits: () => limitsOf(runtime.config),
      now: Date.now,
    })
  )
}

function limitsOf({ gateway }: Runtime['config']): FileLimits {
  const { max_file_mb: file, max_total_mb: total, keep_days: days } = gateway.api_server.files
  return { maxFileBytes: file * mebibyte, maxTotalBytes: total * mebibyte, keepMs: days * dayMs }
}
