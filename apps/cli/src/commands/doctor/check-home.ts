import type { StatsFs } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { codeOf } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import type { Finding } from './check.js'
import { networkFileSystem } from './network-file-system.js'

/** A store on a full disk fails in the middle of a turn. */
const leastFreeBytes = 16 * 1024 * 1024

/** The folder of keys and conversations: exists, is usable and private. */
export async function checkHome(
  home: string,
  t: Translate,
  readFileSystem: (folder: string) => Promise<StatsFs> = statfs,
): Promise<Finding> {
  const status = await stat(home).catch(() => undefined)
  if (!status) return { level: 'ok', text: t`${home} (created on first use)` }
  if (!status.isDirectory()) {
    return {
      level: 'error',
      text: t`${home} is not a folder`,
      fix: t`Point HERMES_HOME to a folder, or to a place where one can be made.`,
    }
  }
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
  const { bavail, bsize, type } = await readFileSystem(home)
  if (bavail * bsize < leastFreeBytes) {
    return {
      level: 'error',
      text: t`${home}: the disk is full`,
      fix: t`Free some space: nothing can be stored until then.`,
    }
  }
  const network = networkFileSystem(type)
  if (network) {
    return {
      level: 'warning',
      text: t`${home} is on a file system of the network (${network}), which does not lock files as the store of conversations needs it`,
      fix: t`Point HERMES_HOME to a disk of this machine, or keep the conversations in PostgreSQL (database.url).`,
    }
  }
  if (process.platform !== 'win32' && (status.mode & 0o077) !== 0) {
    return { level: 'warning', text: t`${home} is open to other users`, fix: t`Close it: chmod 700 ${home}` }
  }
  return { level: 'ok', text: home }
}
