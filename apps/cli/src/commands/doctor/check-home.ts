import { access, constants, stat, statfs } from 'node:fs/promises'
import type { Finding } from './check.js'

/** A store on a full disk fails in the middle of a turn. */
const leastFreeBytes = 16 * 1024 * 1024

/** The folder of keys and conversations: exists, is usable and private. */
export async function checkHome(home: string): Promise<Finding> {
  const status = await stat(home).catch(() => undefined)
  if (!status) return { level: 'ok', text: `${home} (created on first use)` }
  try {
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return {
      level: 'error',
      text: `${home} cannot be read and written`,
      fix: `Take ownership: chown "$(id -u)" ${home}; chmod 700 ${home}`,
    }
  }
  const { bavail, bsize } = await statfs(home)
  if (bavail * bsize < leastFreeBytes) {
    return {
      level: 'error',
      text: `${home}: the disk is full`,
      fix: 'Free some space: nothing can be stored until then.',
    }
  }
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
    return { level: 'warning', text: `${home} is open to other users`, fix: `Close it: chmod 700 ${home}` }
  }
  return { level: 'ok', text: home }
}
