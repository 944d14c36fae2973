import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import type { HomePaths } from '../../home/home-paths.js'
import { readTextFile, writeTextFile } from '../../home/text-file.js'
import type { LoadConfigOptions } from './settle-config.js'

/** The reason for keeping a copy of `config.yaml`. `good`: Hermes has worked with it. */
export type ConfigCopyReason = 'good' | 'migrate' | 'reset'

/** The number of copies that are kept for each reason. */
const kept = 5

/**
 * Copies `config.yaml` to `backups/config`, readable only by its owner, and removes all but the five newest copies for the same reason.
 * @returns the path of the copy; `undefined` if there is no file.
 * @throws {ConfigError} when the file cannot be read or the copy cannot be written.
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

/** Keeps a copy of settings that work, unless the newest copy is the same. Failing to write a copy is not an error. */
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

/** Returns the paths of the copies, newest first. */
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
