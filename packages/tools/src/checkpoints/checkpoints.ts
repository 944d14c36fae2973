import { createHash, randomBytes } from 'node:crypto'
import { lstat, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HermesError } from '@hermes/core'
import type { Checkpoint, Restored } from './checkpoint.js'
import { openShadowGit, type ShadowGit } from './shadow-git.js'

/** Keeps what the files of one workspace were before the agent changed them. Calls are done one after the other. */
export interface Checkpoints {
  /**
   * Keeps the files as they are now, those that the project ignores aside. Where nothing has changed since the newest
   * checkpoint, that one is given back.
   * @throws {HermesError} `checkpoints/...` where there is no git, or there are too many files.
   */
  take(reason: string, options?: { readonly sessionId?: string; readonly signal?: AbortSignal }): Promise<Checkpoint>
  /** The newest first. */
  list(): Promise<readonly Checkpoint[]>
  /** What has changed since, as a unified diff; of all files, or of one. */
  diff(id: string, path?: string): Promise<string>
  /** Makes the files what they were, all or the one at `path`. @throws {HermesError} for an unknown checkpoint. */
  restore(id: string, path?: string): Promise<Restored>
  /** Forgets all checkpoints of the workspace. */
  clear(): Promise<void>
}

export interface CheckpointsOptions {
  /** Where they are kept: outside of the workspace. */
  readonly folder: string
  readonly workspace: string
  /** Where `git` is found. */
  readonly searchPath: string | undefined
  readonly limits?: Partial<CheckpointLimits>
  /** Default `Date.now`. */
  readonly now?: () => number
}

export interface CheckpointLimits {
  /** The oldest are forgotten beyond this many. Default 20. */
  readonly checkpoints: number
  /** A workspace with more files has no checkpoints. Default 50,000. */
  readonly files: number
  /** Larger files are left out, and left alone. Default 10 MB. */
  readonly fileBytes: number
}

const defaultLimits: CheckpointLimits = { checkpoints: 20, files: 50_000, fileBytes: 10 * 2 ** 20 }

export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { now = Date.now } = options
  const limits = { ...defaultLimits, ...options.limits }
  let opened: Promise<Opened> | undefined
  let last: Promise<unknown> = Promise.resolve()

  /** An index has one user at a time. */
  function inTurn<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> {
    const result = last.then(async () => {
      opened ??= open(options)
      try {
        return await work(await opened)
      } catch (error) {
        opened = undefined
        throw error
      }
    })
    last = result.catch(() => undefined)
    return result
  }

  async function take({ git, refs }: Opened, reason: string, from: Parameters<Checkpoints['take']>[1] = {}) {
    const { sessionId, signal } = from
    const tree = await writeTree(git, limits, signal)
    const [newest] = await read(git, refs)
    if (newest && (await treeOf(git, `${refs}/${newest.id}`)) === tree) return newest
    const takenAtMs = now()
    const checkpoint = { id: newId(takenAtMs), takenAtMs, reason, ...(sessionId !== undefined && { sessionId }) }
    const commit = await git.run(['commit-tree', tree], { input: JSON.stringify(checkpoint) })
    await git.run(['update-ref', `${refs}/${checkpoint.id}`, commit.trim()])
    await forgetOldest(git, refs, limits.checkpoints)
    return checkpoint
  }

  return {
    take: (reason, from) => inTurn((opened) => take(opened, reason, from)),
    list: () => inTurn(({ git, refs }) => read(git, refs)),
    diff: (id, path) =>
      inTurn(async ({ git, refs }) => {
        await find(git, refs, id)
        const now = await writeTree(git, limits)
        return git.run(['diff', '--no-color', '--no-ext-diff', '--no-renames', `${refs}/${id}`, now, ...only(path)])
      }),
    restore: (id, path) =>
      inTurn(async (opened) => {
        const { git, refs } = opened
        const target = await find(git, refs, id)
        const before = await take(opened, `before going back to ${new Date(target.takenAtMs).toISOString()}`)
        const changes = await git.run([
          ...['diff-tree', '-r', '-z', '--no-renames', '--name-status'],
          ...[`${refs}/${before.id}`, `${refs}/${id}`, ...only(path)],
        ])
        const { written, removed } = parseChanges(changes)
        await bringBack(git, `${refs}/${id}`, written)
        for (const each of removed) await removeFile(opened.workspace, each)
        return { written, removed, before }
      }),
    clear: () =>
      inTurn(async ({ git, refs }) => {
        await forgetOldest(git, refs, 0)
        await git.run(['prune', '--expire=now'])
      }),
  }
}

interface Opened {
  readonly git: ShadowGit
  /** What the names of the workspace's checkpoints begin with. */
  readonly refs: string
  readonly workspace: string
}

async function open({ folder, workspace, searchPath }: CheckpointsOptions): Promise<Opened> {
  const real = await realpath(workspace)
  const key = createHash('sha256').update(real).digest('hex').slice(0, 16)
  const git = await openShadowGit({ store: folder, workspace: real, indexName: `index-${key}`, searchPath })
  return { git, refs: `refs/checkpoints/${key}`, workspace: real }
}

/** The files as they are now: the name of a tree in the store. */
async function writeTree(git: ShadowGit, limits: CheckpointLimits, signal?: AbortSignal): Promise<string> {
  const options = signal ? { signal } : {}
  const changed = split(await git.run(['ls-files', '-z', '-o', '-m', '--exclude-standard'], options))
  if (changed.length > limits.files) throw tooMany(limits.files)
  const large = await filterLarge(git, changed, limits.fileBytes)
  const pathspecs = ['.', ...large.map((path) => `:(exclude,literal,top)${path}`)].join('\0')
  // 1: a file could not be read; the others are there.
  await git.run(['add', '-A', '--ignore-errors', '--pathspec-from-file=-', '--pathspec-file-nul'], {
    ...options,
    input: pathspecs,
    codes: [0, 1],
  })
  return (await git.run(['write-tree'], options)).trim()
}

async function filterLarge(git: ShadowGit, paths: readonly string[], limit: number): Promise<readonly string[]> {
  const root = (await git.run(['rev-parse', '--show-toplevel'])).trimEnd()
  const sizes = await Promise.all(paths.map((path) => lstat(join(root, path)).then(sizeOf, () => 0)))
  return paths.filter((_, index) => (sizes[index] ?? 0) > limit)
}

function sizeOf({ size }: { readonly size: number }): number {
  return size
}

async function read(git: ShadowGit, refs: string): Promise<readonly Checkpoint[]> {
  const format = '--format=%(contents:subject)%00'
  const text = await git.run(['for-each-ref', '--sort=-refname', format, refs])
  return split(text.replaceAll('\0\n', '\0')).map((each) => JSON.parse(each))
}

async function find(git: ShadowGit, refs: string, id: string): Promise<Checkpoint> {
  const found = (await read(git, refs)).find((checkpoint) => checkpoint.id === id)
  if (found) return found
  throw new HermesError('checkpoints/unknown', `There is no checkpoint ${id} of this folder.`)
}

async function treeOf(git: ShadowGit, ref: string): Promise<string> {
  return (await git.run(['rev-parse', `${ref}^{tree}`])).trim()
}

async function forgetOldest(git: ShadowGit, refs: string, kept: number): Promise<void> {
  const names = (await git.run(['for-each-ref', '--sort=-refname', '--format=%(refname)', refs]))
    .split('\n')
    .filter(Boolean)
  const old = names.slice(kept)
  if (old.length > 0)
    await git.run(['update-ref', '--stdin'], { input: old.map((name) => `delete ${name}\n`).join('') })
}

function parseChanges(text: string): { readonly written: readonly string[]; readonly removed: readonly string[] } {
  const fields = split(text)
  const written: string[] = []
  const removed: string[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const path = fields[index + 1] ?? ''
    if (fields[index] === 'D') removed.push(path)
    else written.push(path)
  }
  return { written, removed }
}

async function bringBack(git: ShadowGit, ref: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const input = paths.map((path) => `:(literal,top)${path}`).join('\0')
  const restore = ['restore', `--source=${ref}`, '--worktree', '--pathspec-from-file=-', '--pathspec-file-nul']
  await git.run(restore, { input })
}

/** And the folders that it leaves empty. */
async function removeFile(workspace: string, path: string): Promise<void> {
  await rm(join(workspace, path), { force: true })
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const isEmpty = await rmdir(join(workspace, folder)).then(
      () => true,
      () => false,
    )
    if (!isEmpty) return
  }
}

function only(path: string | undefined): readonly string[] {
  return path === undefined ? [] : ['--', `:(literal,top)${path}`]
}

function split(text: string): readonly string[] {
  return text.split('\0').filter((part) => part !== '')
}

/** Sorts by time. */
function newId(nowMs: number): string {
  return `${nowMs.toString(36).padStart(9, '0')}${randomBytes(2).toString('hex')}`
}

function tooMany(limit: number): HermesError {
  return new HermesError(
    'checkpoints/too-large',
    `The folder has more than ${limit.toLocaleString('en-US')} files that are not ignored, so no checkpoints are taken here.`,
  )
}
