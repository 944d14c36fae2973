import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns a file name that sorts by time: `hermes-20260314-101500.zip`, `hermes-quick-20260314-101500.zip`. */
export function backupName(kind: 'full' | 'quick', atMs: number): string {
  const [date = '', time = ''] = new Date(atMs).toISOString().split('T')
  const stamp = `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`
  return `hermes-${kind === 'quick' ? 'quick-' : ''}${stamp}.zip`
}

const patterns = { full: /^hermes-\d{8}-\d{6}\.zip$/, quick: /^hermes-quick-\d{8}-\d{6}\.zip$/ } as const

/**
 * Deletes all but the newest backups of a kind. Other files in the folder are left alone.
 * @returns the names of the deleted backups.
 */
export async function rotateBackups(folder: string, kind: 'full' | 'quick', keep: number): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => patterns[kind].test(name)).toSorted()
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}
