import { exists } from '@hermes/safety/files'
import type { Io } from '../../io.js'
import { refusePrograms, rootOf } from './repository.js'
import { gitIn, type RunGit } from './run-git.js'
import { isLeftBehind, releaseWorktree } from './worktree-lock.js'

/**
 * `in use`: a session or another lock holds it. `changed`: it has uncommitted files, or another branch checked out.
 * `unmerged`: its commits are on no other branch. `spent`: removing it loses nothing.
 */
export type WorktreeState = 'in use' | 'changed' | 'unmerged' | 'spent'

/** A worktree that `hermes -w` created. */
export interface OwnWorktree {
  readonly folder: string
  readonly branch: string
  readonly state: WorktreeState
}

/** Worktrees of a repository that `hermes -w` created. */
export interface OwnWorktrees {
  list(): Promise<readonly OwnWorktree[]>
  /** Removes a spent worktree and its branch. @returns whether they were removed; false if that would lose something. */
  remove(folder: string): Promise<boolean>
}

/** @throws {UsageError} outside a repository, and for a repository whose settings start programs. */
export async function openOwnWorktrees({
  env,
  workingDirectory,
}: Pick<Io, 'env' | 'workingDirectory'>): Promise<OwnWorktrees> {
  const root = await rootOf(gitIn(workingDirectory, env))
  const git = gitIn(root, env)
  await refusePrograms(git)

  async function stateOf(entry: Entry): Promise<WorktreeState> {
    if (entry.lock !== undefined && !isLeftBehind(entry.lock)) return 'in use'
    if (entry.branch !== entry.ownBranch) return 'changed'
    if ((await exists(entry.folder)) && (await gitIn(entry.folder, env)('status', '--porcelain')) !== '')
      return 'changed'
    const own = `refs/heads/${entry.ownBranch}`
    const holders = await git('for-each-ref', '--format=%(refname)', '--contains', entry.commit, ...branches)
    return holders.split('\n').some((name) => name !== '' && name !== own) ? 'spent' : 'unmerged'
  }

  const entries = async () => parse(await git('worktree', 'list', '--porcelain', '-z'))
  return {
    async list() {
      const found = await entries()
      return Promise.all(
        found.map(async (entry) => ({ folder: entry.folder, branch: entry.ownBranch, state: await stateOf(entry) })),
      )
    },
    async remove(folder) {
      const entry = (await entries()).find((each) => each.folder === folder)
      if (!entry || (await stateOf(entry)) !== 'spent') return false
      await removeSpent(git, entry)
      return true
    },
  }
}

const branches = ['refs/heads', 'refs/remotes']

/** Git refuses if something has changed in the meantime: nothing is forced, and the branch must still be at the same commit. */
async function removeSpent(git: RunGit, { folder, lock, ownBranch, commit }: Entry): Promise<void> {
  if (lock !== undefined) await releaseWorktree(git, folder)
  await git('worktree', 'remove', folder)
  await git('update-ref', '-d', `refs/heads/${ownBranch}`, commit)
}

interface Entry {
  readonly folder: string
  readonly commit: string
  /** Branch that is checked out, such as `hermes/hermes-1a2b3c4d`; `undefined` if there is none. */
  readonly branch: string | undefined
  /** Branch that was created with the worktree. */
  readonly ownBranch: string
  /** Reason of the worktree's lock. */
  readonly lock: string | undefined
}

function parse(listed: string): readonly Entry[] {
  return listed.split('\0\0').flatMap((block) => {
    const facts = new Map(block.split('\0').map((line) => splitOnce(line)))
    const folder = facts.get('worktree') ?? ''
    const name = /\/\.worktrees\/(hermes-[0-9a-f]{8})$/.exec(folder)?.[1]
    if (name === undefined) return []
    return [
      {
        folder,
        commit: facts.get('HEAD') ?? '',
        branch: facts.get('branch')?.replace('refs/heads/', ''),
        ownBranch: `hermes/${name}`,
        lock: facts.get('locked'),
      },
    ]
  })
}

function splitOnce(line: string): readonly [string, string] {
  const end = line.indexOf(' ')
  return end < 0 ? [line, ''] : [line.slice(0, end), line.slice(end + 1)]
}
