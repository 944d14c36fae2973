import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
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
import { codeOf } from '@hermes/safety'
import type { ZipFile } from 'yauzl'
import { type ArchiveFile, type ArchiveLimits, checkArchive, refused, usualLimits } from './check-archive.js'
import { homeFolder, isStore, manifestName, unitOf } from './entry-rules.js'
import { extractArchive, readText } from './extract-archive.js'
import { foreign, type Manifest, readManifest } from './manifest.js'

export interface StageOptions {
  readonly home: string
  /** The backup. */
  readonly path: string
  readonly restoreStore: RestoreStore
  readonly signal: AbortSignal
  readonly limits?: ArchiveLimits
  readonly onProgress?: (done: number, of: number) => void
}

/** A backup that was checked and unpacked next to the home. The home is still unchanged. */
export interface StagedRestore {
  readonly manifest: Manifest
  readonly files: number
  readonly bytes: number
  readonly units: readonly StagedUnit[]
  readonly stores: readonly StagedUnit[]
}

export interface StagedUnit {
  /** Relative to the home. */
  readonly name: string
  readonly isReplacing: boolean
}

/** @throws {HermesError} for a file that is not an archive, not from Hermes, or not trustworthy. */
export async function stageRestore(options: StageOptions): Promise<StagedRestore> {
  const { home, path, signal, restoreStore, limits = usualLimits } = options
  const zip = await openArchive(path)
  try {
    const files = await checked(zip, limits)
    const manifest = await manifestOf(zip, files)
    const ofHome = files.filter(({ name }) => name !== manifestName)
    await finishRestore(home, restoreStore)
    await claimStaging(home)
    try {
      await requireRoom(home, ofHome)
      const progress = (done: number) => options.onProgress?.(done, ofHome.length)
      await extractArchive(zip, ofHome, { folder: stagingOf(home).folder, signal, onProgress: progress })
      return await describe(home, manifest, ofHome)
    } catch (error) {
      await discardRestore(home)
      throw error
    }
  } finally {
    zip.close()
  }
}

/** Discards a staged restore. */
export async function discardRestore(home: string): Promise<void> {
  await rm(stagingOf(home).folder, { recursive: true, force: true })
}

export function planOf({ units, stores }: StagedRestore, kept: string): RestorePlan {
  return { units: units.map(({ name }) => name), stores: stores.map(({ name }) => name), kept }
}

async function openArchive(path: string): Promise<ZipFile> {
  // Opening a pipe without a writer cannot be cancelled. A missing file and a folder are reported by the opening.
  const status = await stat(path).catch(() => undefined)
  if (status && !status.isFile() && !status.isDirectory()) throw foreign()
  const { openPromise } = (await import('yauzl')).default
  try {
    // The checks decode names themselves, so that the library does not change any.
    return await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
  } catch (cause) {
    const code = codeOf(cause)
    if (code === undefined) throw foreign(cause)
    throw new HermesError('cli/backup', `${path} cannot be read (${code}): check its name and its permissions.`, {
      cause,
    })
  }
}

/** Errors of the zip library are reported like those of the checks. */
async function checked(zip: ZipFile, limits: ArchiveLimits): Promise<readonly ArchiveFile[]> {
  try {
    return await checkArchive(zip, limits)
  } catch (error) {
    throw HermesError.is(error) ? error : refused(error instanceof Error ? error.message : String(error), error)
  }
}

async function manifestOf(zip: ZipFile, files: readonly ArchiveFile[]): Promise<Manifest> {
  const file = files.find(({ name }) => name === manifestName)
  if (!file) throw foreign()
  return readManifest(await readText(zip, file))
}

/** Only one restore may run at a time. */
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

async function requireRoom(home: string, files: readonly ArchiveFile[]): Promise<void> {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const { bavail, bsize } = await statfs(home)
  if (needed <= bavail * bsize) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
  const reason = `it needs ${megabytes(needed)} MB, and ${megabytes(bavail * bsize)} MB are free`
  throw new HermesError('cli/backup', `The backup does not fit on the disk of ${home}: ${reason}.`)
}

async function describe(home: string, manifest: Manifest, files: readonly ArchiveFile[]): Promise<StagedRestore> {
  const paths = files.map(({ name }) => name.slice(homeFolder.length))
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
