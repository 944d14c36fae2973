import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { openResolved } from '@hermes/safety/files'
import { type FileIdentity, identityOf, isSame } from './file-identity.js'
import { type KnownFile, type KnownFiles, readKnownFiles, writeKnownFiles } from './known-files.js'
import type { ObjectStore } from './object-store.js'
import { lookAt, walkWorkspace } from './walk-workspace.js'
import { writeObject } from './write-object.js'

export interface TakeTreeOptions {
  readonly store: ObjectStore
  /** Absolute path with links resolved. */
  readonly workspace: string
  readonly excluded: readonly string[]
  /** Path of the record of files in the last tree. */
  readonly knownFile: string
  /** Maximum file size in bytes. Larger files keep their state in the last tree, if any. */
  readonly fileBytes: number
  /** Called for each file. */
  count(): void
  readonly signal: AbortSignal
}

/** A file that changed this shortly before it was read may change again with the same timestamp. */
const clockTickMs = 100
const readersAtOnce = 8

/** Stores the current files and returns the id of the tree. */
export async function takeTree(options: TakeTreeOptions): Promise<string> {
  const known = await readKnownFiles(options.knownFile)
  if (known === undefined) return takeAfter(options, undefined)
  return takeAfter(options, known).catch((error: unknown) => {
    if (!isDamaged(error)) throw error
    // Objects may be missing, so all files are read again.
    return takeAfter(options, { ...known, tree: '', files: new Map([...known.files].map(withoutObject)) })
  })
}

/** Returns whether git failed, which may mean that objects are missing. */
export function isDamaged(error: unknown): boolean {
  return HermesError.is(error) && error.code === 'checkpoints/git'
}

function withoutObject([path, file]: readonly [string, KnownFile]): readonly [string, KnownFile] {
  return [path, { ...file, object: '' }]
}

async function takeAfter(options: TakeTreeOptions, last: KnownFiles | undefined): Promise<string> {
  const atMs = Date.now()
  const found = await walkWorkspace(options)
  const present = new Map([...found.files, ...stillThere(options, found.files, last)])
  const files = await readAll(options, present, last)
  const paths = [...files.keys()]
  const repositories = found.repositories.filter((folder) => !paths.some((path) => isBelow(path, folder)))
  const isUnchanged = last !== undefined && isSameTree(last, files, repositories)
  const tree = isUnchanged ? last.tree : await writeTree(options, files, repositories)
  await writeKnownFiles(options.knownFile, { tree, atMs, files, repositories })
  return tree
}

/**
 * Returns known files that still exist. They stay in the tree when they become ignored or part of a nested repository;
 * otherwise a restore could lose them.
 */
function stillThere(
  { workspace }: TakeTreeOptions,
  found: ReadonlyMap<string, FileIdentity>,
  last: KnownFiles | undefined,
): ReadonlyMap<string, FileIdentity> {
  const still = new Map<string, FileIdentity>()
  for (const path of last?.files.keys() ?? []) {
    const identity = found.has(path) ? undefined : lookAt(workspace, path)
    if (identity) still.set(path, identity)
  }
  return still
}

async function readAll(
  options: TakeTreeOptions,
  present: ReadonlyMap<string, FileIdentity>,
  last: KnownFiles | undefined,
): Promise<ReadonlyMap<string, KnownFile>> {
  const files = new Map<string, KnownFile>()
  const changed: string[] = []
  for (const [path, identity] of present) {
    const before = last?.files.get(path)
    const isSettled = last !== undefined && identity.changedAtMs < last.atMs - clockTickMs
    if (before?.object && isSettled && isSame(before, identity)) files.set(path, before)
    else changed.push(path)
  }
  const next = changed.values()
  const reader = async () => {
    for (const path of next) {
      options.signal.throwIfAborted()
      const read = (await keep(options, path)) ?? last?.files.get(path)
      if (read?.object) files.set(path, read)
    }
  }
  await Promise.all(Array.from({ length: readersAtOnce }, reader))
  return files
}

/** Stores a file. Returns `undefined` for files that are too large, unreadable, or replaced in the meantime. */
async function keep({ store, workspace, fileBytes }: TakeTreeOptions, path: string): Promise<KnownFile | undefined> {
  const identity = lookAt(workspace, path)
  if (identity?.mode === '120000') {
    const target = await readlink(join(workspace, path), { encoding: 'buffer' }).catch(() => undefined)
    return target && { ...identity, object: await writeObject(store.folder, target) }
  }
  const content = identity && identity.size <= fileBytes ? await readRegular(join(workspace, path)) : undefined
  return content && { ...content.identity, object: await writeObject(store.folder, content.data) }
}

async function readRegular(path: string) {
  try {
    // Without O_NONBLOCK, opening a pipe would block until it has a writer.
    await using file = await openResolved(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
    const identity = identityOf(await file.stat())
    return identity && { identity, data: await file.readFile() }
  } catch {
    // Not readable by this user, deleted, or replaced by a link.
    return undefined
  }
}

function isSameTree(last: KnownFiles, files: ReadonlyMap<string, KnownFile>, repositories: readonly string[]): boolean {
  if (last.files.size !== files.size || last.repositories.join('\0') !== repositories.join('\0')) return false
  for (const [path, { mode, object }] of files) {
    const before = last.files.get(path)
    if (before?.mode !== mode || before.object !== object) return false
  }
  return true
}

/** Object id that marks a nested repository. Its presence is recorded, but not its content. */
const ownRepository = '1'.repeat(40)

async function writeTree(
  { store, signal }: TakeTreeOptions,
  files: ReadonlyMap<string, KnownFile>,
  repositories: readonly string[],
): Promise<string> {
  const indexFile = join(store.folder, `index-${randomUUID()}`)
  const lines = [
    ...[...files].map(([path, { mode, object }]) => `${mode} ${object}\t${path}\0`),
    ...repositories.map((path) => `160000 ${ownRepository}\t${path}\0`),
  ]
  try {
    await store.run(['update-index', '--add', '--replace', '-z', '--index-info'], {
      input: lines.join(''),
      indexFile,
      signal,
    })
    return (await store.run(['write-tree'], { indexFile, signal })).trim()
  } finally {
    await rm(indexFile, { force: true })
    await rm(`${indexFile}.lock`, { force: true })
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`)
}
