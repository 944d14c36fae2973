import { access, constants, stat, statfs } from 'node:fs/promises'
import { codeOf } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import type { Finding } from './check.js'

/** A store on a full disk fails in the middle of a turn. */
const leastFreeBytes = 16 * 1024 * 1024

/** The folder of keys and conversations: exists, is usable and private. */
export async function checkHome(home: string, t: Translate): Promise<Finding> {
  const status = await stat(home).catch(() => undefined)
  if (!status) return { level: 'ok', text: t`${home} (created on first use)` }
  try {
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (codeOf(error) === 'EROFS') {
      return {
        level: 'error',
        text: t`${home} is on a file system that is mounted read-only`,
        fix: t`Mount it for writing, or point HERMES_HOME to another folder.`,
      }
    }
    return {
      level: 'error',
      text: t`${home} cannot be read and written`,
      fix: t`Take ownership: chown "$(id -u)" ${home}; chmod 700 ${home}`,
    }
  }
  const { bavail, bsize } = await statfs(home)
  if (bavail * bsize < leastFreeBytes) {
    return {
      level: 'error',
      text: t`${home}: the disk is full`,
      fix: t`Free some space: nothing can be stored until then.`,
    }
  }
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
    return { level: 'warning', text: t`${home} is open to other users`, fix: t`Close it: chmod 700 ${home}` }
  }
  return { level: 'ok', text: home }
}
