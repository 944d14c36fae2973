import type { Stats } from 'node:fs'

/** File modes as git names them. */
export type FileMode = '100644' | '100755' | '120000'

/** Identifies the unchanged content of a file. */
export interface FileIdentity {
  readonly mode: FileMode
  readonly size: number
  readonly changedAtMs: number
  readonly inode: number
}

/** Returns `undefined` for folders, devices, pipes and sockets. */
export function identityOf(status: Stats): FileIdentity | undefined {
  const mode = modeOf(status)
  if (mode === undefined) return undefined
  // Every change of a file updates its ctime, which programs cannot set.
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
