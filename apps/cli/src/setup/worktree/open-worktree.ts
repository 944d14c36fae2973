import { randomBytes } from 'node:crypto'
import { appendFile, cp, lstat, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, readOptional } from '@hermes/safety/files'
import type { Io } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { refusePrograms, rootOf } from './repository.js'
import { gitIn, type RunGit } from './run-git.js'
import { holdWorktree, releaseWorktree } from './worktree-lock.js'

/** A worktree of a repository on a separate branch. */
export interface Worktree {
  readonly folder: string
  readonly branch: string
  /** Base of the worktree: `origin/main`, or a local commit. */
  readonly base: string
  /** Whether the base was just fetched. */
  readonly isFresh: boolean
  /** Ends the use: removes folder and branch if nothing would be lost. @returns whether they were removed. */
  prune(): Promise<boolean>
}

/**
 * Creates a worktree below `.worktrees` of the repository, from the newest commit of its remote. Copies untracked files that match
 * `.worktreeinclude`.
 * @throws {UsageError} outside a repository, without a commit, and for a repository whose settings start programs.
 */
export async function openWorktree({ env, workingDirectory }: Pick<Io, 'env' | 'workingDirectory'>): Promise<Worktree> {
  const root = await rootOf(gitIn(workingDirectory, env))
  const git = gitIn(root, env)
  await refusePrograms(git)
  const { base, isFresh } = await chooseBase(git)
  const name = `hermes-${randomBytes(4).toString('hex')}`
  const folder = join(root, '.worktrees', name)
  const branch = `hermes/${name}`
  const commit = await git('rev-parse', '--verify', '--quiet', `${base}^{commit}`).catch((cause: unknown) => {
    throw new UsageError(`The repository ${root} has no commit to start from: commit once. (${String(cause)})`)
  })
  await exclude(git, root)
  await git('worktree', 'add', '--quiet', '--no-track', '-b', branch, folder, commit)
  await holdWorktree(git, folder)
  await copyIncluded(git, root, folder)
  return { folder, branch, base, isFresh, prune: () => prune(gitIn(folder, env), git, { folder, branch, commit }) }
}

/** Returns the newest commit of the remote's main branch. Without a remote or network, the commit that is checked out. */
async function chooseBase(git: RunGit): Promise<Pick<Worktree, 'base' | 'isFresh'>> {
  const remotes = (await git('remote')).split('\n').filter(Boolean)
  const remote = remotes.includes('origin') ? 'origin' : remotes[0]
  if (remote === undefined) return { base: 'HEAD', isFresh: true }
  const isFresh = await git('fetch', '--quiet', '--no-tags', remote).then(
    () => true,
    () => false,
  )
  const head = await git('symbolic-ref', '--quiet', '--short', `refs/remotes/${remote}/HEAD`).catch(() => undefined)
  const upstream = await git('rev-parse', '--abbrev-ref', '@{upstream}').catch(() => undefined)
  return { base: head ?? upstream ?? 'HEAD', isFresh }
}

/** Keeps the folder out of `git status` without changing the project. */
async function exclude(git: RunGit, root: string): Promise<void> {
  const path = join(await git('rev-parse', '--path-format=absolute', '--git-common-dir'), 'info', 'exclude')
  const text = (await readOptional(path)) ?? ''
  if (text.split('\n').includes('/.worktrees/')) return
  await mkdir(dirname(path), { recursive: true })
  await appendFile(path, `${text === '' || text.endsWith('\n') ? '' : '\n'}/.worktrees/\n`)
  await mkdir(join(root, '.worktrees'), { recursive: true })
}

/** Git itself matches the patterns. Links are left out, because they may lead anywhere. */
async function copyIncluded(git: RunGit, root: string, folder: string): Promise<void> {
  const patterns = join(root, '.worktreeinclude')
  if (!(await exists(patterns))) return
  const listed = await git('ls-files', '-z', '--others', '--ignored', `--exclude-from=${patterns}`)
  for (const path of listed.split('\0').filter((name) => name !== '' && !name.startsWith('.worktrees/'))) {
    if (!(await lstat(join(root, path))).isFile()) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
}

async function prune(
  inside: RunGit,
  git: RunGit,
  { folder, branch, commit }: { readonly folder: string; readonly branch: string; readonly commit: string },
): Promise<boolean> {
  try {
    await releaseWorktree(git, folder)
    const isClean = (await inside('status', '--porcelain')) === ''
    const isSame = (await inside('rev-parse', 'HEAD')) === commit && (await git('rev-parse', branch)) === commit
    if (!isClean || !isSame) return false
    // Without --force, git refuses if something has changed in the meantime.
    await git('worktree', 'remove', folder)
    await git('branch', '--quiet', '-D', branch)
    return true
  } catch {
    // It was moved, locked or removed, so nothing is deleted.
    return false
  }
}
