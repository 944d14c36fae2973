import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import type { HomePaths } from '../../home/home-paths.js'
import { readTextFile, writeTextFile } from '../../home/text-file.js'
import type { LoadConfigOptions } from './settle-config.js'

/** Why a copy of `config.yaml` is kept. `good`: Hermes has worked with it. */
export type ConfigCopyReason = 'good' | 'migrate' | 'reset'

/** Of each reason. */
const kept = 5

/**
 * Copies `config.yaml` to `backups/config`, readable by its owner only, and removes all but the five newest copies for the same reason.
 * @returns the path of the copy; `undefined` if there is no file.
 * @throws {ConfigError} when it cannot be read or written.
 */
export async function keepConfigCopy(
  paths: HomePaths,
  reason: ConfigCopyReason,
  atMs = Date.now(),
): Promise<string | undefined> {
  const text = await readTextFile(paths.config)
  if (text === undefined) return undefined
  const copy = join(folderOf(paths), `config-${reason}-${new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')}.yaml`)
  await mkdir(folderOf(paths), { recursive: true, mode: 0o700 })
  await writeTextFile(copy, text)
  for (const old of (await configCopies(paths, reason)).slice(kept)) await rm(old, { force: true })
  return copy
}

/** Keeps a copy of settings that work, unless the newest one is the same. A copy that cannot be written is not worth a failure. */
export async function keepGoodConfig({ paths, ignoresFile = false }: LoadConfigOptions): Promise<void> {
  if (ignoresFile) return
  try {
    const text = await readTextFile(paths.config)
    if (!text?.trim()) return
    const [newest] = await configCopies(paths, 'good')
    if (newest === undefined || (await readTextFile(newest)) !== text) await keepConfigCopy(paths, 'good')
  } catch {
    return
  }
}

/** The paths of the copies, the newest first. */
export async function configCopies(paths: HomePaths, reason: ConfigCopyReason): Promise<readonly string[]> {
  const folder = folderOf(paths)
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  return names
    .filter((name) => name.startsWith(`config-${reason}-`) && name.endsWith('.yaml'))
    .toSorted()
    .reverse()
    .map((name) => join(folder, name))
}

function folderOf({ home }: HomePaths): string {
  return join(home, 'backups', 'config')
}
