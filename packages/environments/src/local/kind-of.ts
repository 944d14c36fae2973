import type { Dirent } from 'node:fs'
import type { FileStatus } from '@hermes/core/environment'

export function kindOf(entry: Pick<Dirent, 'isFile' | 'isDirectory'>): FileStatus['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isDirectory() ? 'directory' : 'other'
}
