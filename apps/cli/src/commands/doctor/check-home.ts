import type { Stats, StatsFs } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '@hermes/safety'
import type { Translate } from '@hermes/safety/language'
import type { Finding } from './check.js'
import { networkFileSystem } from './network-file-system.js'

/** Free space below which the disk counts as full, in bytes. A store on a full disk fails in the middle of a turn. */
const leastFreeBytes = 16 * 1024 * 1024

/** Checks the folder of keys and conversations: it exists, is usable and private. */
export async function checkHome(
  home: string,
  t: Translate,
  readFileSystem: (folder: string) => Promise<StatsFs> = statfs,
): Promise<Finding> {
  const status = await stat(home).catch(() => undefined)
  if (!status) return checkMissing(home, t)
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
    if (codeOf(error) === 'EROFS') return readOnly(home, t)
    return {
      level: 'error',
      text: t`${home} cannot be read and written`,
      fix: isOwn(status)
        ? t`Open it to yourself: chmod 700 ${home}`
        : t`As root: chown ${process.getuid?.() ?? ''} ${home}; chmod 700 ${home}`,
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
  // Someone other than the owner may have access by group, as on Kubernetes volumes.
  const open = isOwn(status) ? 0o077 : 0o007
  if (process.platform !== 'win32' && (status.mode & open) !== 0) {
    const fix = isOwn(status)
      ? t`Close it: chmod 700 ${home}`
      : t`As its owner, close it to others: chmod o-rwx ${home}`
    return { level: 'warning', text: t`${home} is open to other users`, fix }
  }
  return { level: 'ok', text: home }
}

/** Checks that a missing home can be created. */
async function checkMissing(home: string, t: Translate): Promise<Finding> {
  try {
    // The trailing dot makes the check fail for a file.
    await access(`${await existingAbove(home)}/.`, constants.W_OK | constants.X_OK)
    return { level: 'ok', text: t`${home} (created on first use)` }
  } catch (error) {
    if (codeOf(error) === 'EROFS') return readOnly(home, t)
    return {
      level: 'error',
      text: t`${home} cannot be created`,
      fix: t`Point HERMES_HOME to a folder, or to a place where one can be made.`,
    }
  }
}

async function existingAbove(path: string): Promise<string> {
  const parent = dirname(path)
  const isThere = parent === path || (await stat(parent).catch(() => undefined))
  return isThere ? parent : existingAbove(parent)
}

function readOnly(home: string, t: Translate): Finding {
  return {
    level: 'error',
    text: t`${home} is on a file system that is mounted read-only`,
    fix: t`Mount it for writing, or point HERMES_HOME to another folder.`,
  }
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid()
}
