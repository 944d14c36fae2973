import { createHash, randomBytes } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import type { Checkpoint, Restored } from './checkpoint.js'
import { forgetKnownFiles } from './known-files.js'
import { type ObjectStore, openObjectStore } from './object-store.js'
import { parseChanges } from './parse-changes.js'
import { readObjects } from './read-objects.js'
import { removeFile, restoreFile } from './restore-file.js'
import { isDamaged, takeTree } from './take-tree.js'
import { toCheckpoint } from './to-checkpoint.js'

/** Snapshots of the files of one workspace before the agent changes them. Calls run one after another. */
export interface Checkpoints {
  /**
   * Takes a snapshot of all files that are not ignored by the project. Returns the newest checkpoint when nothing has
   * changed since.
   *
   * @throws {HermesError} `checkpoints/...` when git is missing or there are too many files.
   */
  take(reason: string, options?: { readonly sessionId?: string; readonly signal?: AbortSignal }): Promise<Checkpoint>
  /** Returns the checkpoints, newest first. */
  list(): Promise<readonly Checkpoint[]>
  /** Returns the changes since the checkpoint as a unified diff, of all files or of one. */
  diff(id: string, path?: string): Promise<string>
  /** Restores all files or the one at `path`. @throws {HermesError} for an unknown checkpoint. */
  restore(id: string, path?: string): Promise<Restored>
  /** Deletes all checkpoints of the workspace. */
  clear(): Promise<void>
}

export interface CheckpointsOptions {
  /** Folder that stores checkpoints, outside of the workspace. */
  readonly folder: string
  readonly workspace: string
  /** Absolute path of `git`, so that the workspace cannot replace it. Git never reads files of the project directly. */
  readonly program: string
  /** Folders in the workspace that do not belong to the project. Default: none. */
  readonly excluded?: readonly string[]
  readonly limits?: Partial<CheckpointLimits>
  /** Default: `Date.now`. */
  readonly now?: () => number
}

export interface CheckpointLimits {
  /** Maximum number of checkpoints. Older ones are deleted. Default: 20. */
  readonly checkpoints: number
  /** Maximum number of files. No checkpoints are taken of larger workspaces. Default: 50,000. */
  readonly files: number
  /** Maximum file size. Larger files are neither stored nor restored. Default: 10 MB. */
  readonly fileBytes: number
}

const defaultLimits: CheckpointLimits = { checkpoints: 20, files: 50_000, fileBytes: 10 * 2 ** 20 }

export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { now = Date.now } = options
  const limits = { ...defaultLimits, ...options.limits }
  let opened: Promise<Opened> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** Runs work one call at a time, because only one process may use a git index. */
  function inTurn<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> {
    const result = last.then(async () => {
      opened ??= open(options)
      try {
        return await work(await opened)
      } catch (error) {
        const { knownFile } = (await opened.catch(() => undefined)) ?? {}
        // The record of known files may be wrong, so the next checkpoint reads all files.
        if (isDamaged(error) && knownFile !== undefined) await forgetKnownFiles(knownFile)
        opened = undefined
        throw error
      }
    })
    last = result.catch(() => undefined)
    return result
  }

  async function take(opened: Opened, reason: string, from: Parameters<Checkpoints['take']>[1] = {}) {
    const { store, refs, workspace } = opened
    const { sessionId, signal } = from
    const tree = await treeNow(opened, signal)
    const [newest] = await read(store, refs)
    if (newest?.tree === tree) return newest.checkpoint
    const takenAtMs = now()
    const id = newId(takenAtMs)
    const checkpoint = { id, takenAtMs, reason, workspace, ...(sessionId !== undefined && { sessionId }) }
    const commit = await store.run(['commit-tree', tree], { input: JSON.stringify(checkpoint) })
    await store.run(['update-ref', `${refs}/${checkpoint.id}`, commit.trim()])
    await forgetOldest(store, refs, limits.checkpoints)
    return checkpoint
  }

  function treeNow({ store, workspace, knownFile, excluded }: Opened, signal = new AbortController().signal) {
    let files = 0
    const count = () => {
      files += 1
      if (files > limits.files) throw tooMany(limits.files)
    }
    return takeTree({ store, workspace, excluded, knownFile, fileBytes: limits.fileBytes, count, signal })
  }

  return {
    take: (reason, from) => inTurn((opened) => take(opened, reason, from)),
    list: () => inTurn(async ({ store, refs }) => (await read(store, refs)).map(({ checkpoint }) => checkpoint)),
    diff: (id, path) =>
      inTurn(async (opened) => {
        const { store, refs } = opened
        await find(store, refs, id)
        const now = await treeNow(opened)
        return store.run(['diff', ...plainDiff, '--no-color', `${refs}/${id}`, now, ...only(path)])
      }),
    restore: (id, path) =>
      inTurn(async (opened) => {
        const { store, refs, workspace } = opened
        const target = await find(store, refs, id)
        const before = await take(opened, `before restoring ${new Date(target.takenAtMs).toISOString()}`)
        const changes = await store.run([
          ...['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames'],
          ...[`${refs}/${before.id}`, `${refs}/${id}`, ...only(path)],
        ])
        const { written, removed } = parseChanges(changes)
        for (const each of removed) await removeFile(workspace, each)
        const contents = readObjects(
          store,
          written.map(({ object }) => object),
        )
        for (const { path: name, mode } of written) {
          const { value: content } = await contents.next()
          if (content) await restoreFile({ path: join(workspace, name), mode, content })
        }
        return { written: written.map((each) => each.path), removed, before }
      }),
    clear: () =>
      inTurn(async ({ store, refs, knownFile }) => {
        await forgetOldest(store, refs, 0)
        await forgetKnownFiles(knownFile)
        await store.run(['prune', '--expire=now'])
      }),
  }
}

/** Options that ignore attributes, so that git itself shows the unchanged content. */
const plainDiff = ['--no-ext-diff', '--no-textconv', '--no-renames', '--ignore-submodules=all']

interface Opened {
  readonly store: ObjectStore
  /** Prefix of the workspace's refs. */
  readonly refs: string
  readonly workspace: string
  readonly excluded: readonly string[]
  /** Path of the record of files in the last tree. */
  readonly knownFile: string
}

async function open({ folder, workspace, program, excluded = [] }: CheckpointsOptions): Promise<Opened> {
  const real = await realpath(workspace)
  const key = createHash('sha256').update(real).digest('hex').slice(0, 16)
  const store = await openObjectStore({ folder, program })
  // Written by an earlier release and no longer used.
  await rm(join(folder, `index-${key}`), { force: true })
  const others = await Promise.all([folder, ...excluded].map((each) => realpath(each).catch(() => each)))
  const knownFile = join(await realpath(folder), `files-${key}.json`)
  return { store, refs: `refs/checkpoints/${key}`, workspace: real, excluded: others, knownFile }
}

interface Stored {
  readonly checkpoint: Checkpoint
  readonly tree: string
}

async function read(store: ObjectStore, refs: string): Promise<readonly Stored[]> {
  const format = '--format=%(contents:subject)%00%(tree)%00'
  const fields = split(await store.run(['for-each-ref', '--sort=-refname', format, refs]))
  return Array.from({ length: Math.floor(fields.length / 2) }, (_, index) => ({
    checkpoint: toCheckpoint(fields[2 * index] ?? ''),
    tree: fields[2 * index + 1] ?? '',
  }))
}

async function find(store: ObjectStore, refs: string, id: string): Promise<Checkpoint> {
  const found = (await read(store, refs)).find(({ checkpoint }) => checkpoint.id === id)
  if (found) return found.checkpoint
  throw new HermesError('checkpoints/unknown', `Checkpoint ${id} does not exist for this folder.`)
}

async function forgetOldest(store: ObjectStore, refs: string, kept: number): Promise<void> {
  const names = (await store.run(['for-each-ref', '--sort=-refname', '--format=%(refname)', refs]))
    .split('\n')
    .filter(Boolean)
  const old = names.slice(kept)
  if (old.length > 0)
    await store.run(['update-ref', '--stdin'], { input: old.map((name) => `delete ${name}\n`).join('') })
}

function only(path: string | undefined): readonly string[] {
  return path === undefined ? [] : ['--', `:(literal,top)${path}`]
}

function split(text: string): readonly string[] {
  return text
    .split('\0')
    .map((part) => part.replace(/^\n/, ''))
    .filter((part) => part !== '')
}

/** Generates an id. Ids sort by time. */
function newId(nowMs: number): string {
  return `${nowMs.toString(36).padStart(9, '0')}${randomBytes(2).toString('hex')}`
}

function tooMany(limit: number): HermesError {
  return new HermesError(
    'checkpoints/too-large',
    `The folder has more than ${limit.toLocaleString('en-US')} files that are not ignored, so no checkpoints are taken here.`,
  )
}
