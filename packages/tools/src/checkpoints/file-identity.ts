import type { Stats } from 'node:fs'

/** File mode in git notation. */
export type FileMode = '100644' | '100755' | '120000'

/** Properties of a file that stay the same only while its content is unchanged. */
export interface FileIdentity {
  readonly mode: FileMode
  readonly size: number
  readonly changedAtMs: number
  readonly inode: number
}

/** Returns the identity of a file or link, or `undefined` for folders, devices, pipes and sockets. */
export function identityOf(status: Stats): FileIdentity | undefined {
  const mode = modeOf(status)
  if (mode === undefined) return undefined
  // Every change to a file updates its ctime, which programs cannot set.
  return { mode, size: status.size, changedAtMs: status.ctimeMs, inode: status.ino }
}

function modeOf(status: Stats): FileMode | undefined {
  if (status.isSymbolicLink()) return '120000'
  if (!status.isFile()) return undefined
  return (status.mode & 0o100) === 0 ? '100644' : '100755'
}

export function isSame(left: FileIdentity, right: FileIdentity): boolean {
  return (
    left.mode === right.mode &&
    left.size === right.size &&
    left.changedAtMs === right.changedAtMs &&
    left.inode === right.inode
  )
}
