import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type HomePaths, prepareHome } from '@hermes/runtime'
import type { Translate } from '@hermes/safety/language'
import { removeAbandonedBackups } from '../backup/work-folder.js'

/** Files and folders that only their owner may read. */
const closed = ['', '.env', 'auth.json', 'config.yaml', 'state.db', 'logs', 'memories'] as const

/**
 * Repairs what needs no decision: creates missing folders, completes an interrupted restore, deletes what a killed backup left behind, and
 * closes files to other users.
 * @returns one sentence for each repair.
 * @throws {ConfigError} when the home cannot be used.
 */
export async function fixHome(paths: HomePaths, t: Translate): Promise<readonly string[]> {
  const wasThere = await stat(paths.home).catch(() => undefined)
  await prepareHome(paths)
  const fixed = wasThere ? [] : [t`Created ${paths.home}.`]
  for (const folder of await removeAbandonedBackups(paths.home))
    fixed.push(t`Deleted ${folder}, which a killed backup left.`)
  if (process.platform === 'win32') return fixed
  for (const name of closed) {
    const path = join(paths.home, name)
    const status = await stat(path).catch(() => undefined)
    if (!status || (status.mode & 0o077) === 0) continue
    await chmod(path, status.mode & 0o700)
    fixed.push(t`Closed ${path} to other users.`)
  }
  return fixed
}
