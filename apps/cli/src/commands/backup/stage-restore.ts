import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import {
  finishRestore,
  isOwned,
  isThere,
  type RestorePlan,
  type RestoreStore,
  stagingOf,
} from '@hermes/runtime/restore'
import { type ArchiveLimits, writeEntries } from '@hermes/safety/archive'
import { isStore, unitOf } from './entry-rules.js'
import type { Manifest } from './manifest.js'
import { backupPolicy, type CheckedBackup, homeEntries, readBackup } from './read-backup.js'

export interface StageOptions {
  readonly home: string
  /** Path of the backup. */
  readonly path: string
  readonly restoreStore: RestoreStore
  readonly signal: AbortSignal
  readonly limits?: ArchiveLimits
  readonly onProgress?: (done: number, of: number) => void
}

/** A backup that was checked and unpacked next to the home, which is still unchanged. */
export interface StagedRestore {
  readonly manifest: Manifest
  readonly files: number
  readonly bytes: number
  readonly units: readonly StagedUnit[]
  readonly stores: readonly StagedUnit[]
}

export interface StagedUnit {
  /** Path relative to the home. */
  readonly name: string
  readonly isReplacing: boolean
}

/** Unpacks a backup next to the home. @throws {HermesError} for a file that is not an archive, not from Hermes, or not trustworthy. */
export async function stageRestore(options: StageOptions): Promise<StagedRestore> {
  const { home, path, signal, restoreStore, limits, onProgress } = options
  const backup = await readBackup(path, limits)
  await finishRestore(home, restoreStore)
  await claimStaging(home)
  try {
    await requireRoom(home, backup)
    let done = 0
    const onFile = () => onProgress?.(++done, backup.files.length)
    const policy = backupPolicy(limits)
    await writeEntries(homeEntries(path), stagingOf(home).folder, { ...policy, isPrivate: true, signal, onFile })
    return await describe(home, backup)
  } catch (error) {
    await discardRestore(home)
    throw error
  }
}

/** Discards a staged restore. */
export async function discardRestore(home: string): Promise<void> {
  await rm(stagingOf(home).folder, { recursive: true, force: true })
}

export function planOf({ units, stores }: StagedRestore, kept: string): RestorePlan {
  return { units: units.map(({ name }) => name), stores: stores.map(({ name }) => name), kept }
}

/** Claims the staging folder, because only one restore may run at a time. */
async function claimStaging(home: string): Promise<void> {
  const { folder, owner } = stagingOf(home)
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (cause) {
    if (await isOwned(home)) {
      throw new HermesError('cli/backup', 'Another restore is under way: wait until it has ended.', { cause })
    }
    throw cause
  }
  await writeFile(owner, String(process.pid), { mode: 0o600 })
}

async function requireRoom(home: string, { files }: CheckedBackup): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const { bavail, bsize } = await statfs(home)
  if (needed <= bavail * bsize) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  throw new HermesError(
    'cli/backup',
    `The backup does not fit on the disk of ${home}: it needs ${megabytes(needed)} MB, and ${megabytes(bavail * bsize)} MB are free.`,
  )
}

async function describe(home: string, { manifest, files }: CheckedBackup): Promise<StagedRestore> {
  const paths = files.map(({ path }) => path)
  const staged = (names: Iterable<string>) =>
    Promise.all([...names].map(async (name) => ({ name, isReplacing: await isThere(join(home, name)) })))
  return {
    manifest,
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    units: await staged(new Set(paths.filter((path) => !isStore(path)).map(unitOf))),
    stores: await staged(paths.filter(isStore)),
  }
}
