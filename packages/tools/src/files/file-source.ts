import type { FileStatus } from '@hermes/core/environment'
import type { FileAccess } from './file-access.js'
import type { FileLimits } from './file-limits.js'

/** File that is being read. */
export interface FileSource {
  readonly access: FileAccess
  readonly file: string
  readonly path: string
  readonly status: FileStatus
  readonly limits: FileLimits
  readonly signal: AbortSignal
}
