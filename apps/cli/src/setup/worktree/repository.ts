import { dirname } from 'node:path'
import { UsageError } from '../../usage-error.js'
import type { RunGit } from './run-git.js'

/** Matches settings with programs that a fetch or a checkout would start, with your permissions and without a question. */
const startsProgram =
  /^(?:filter\..{1,200}\.(?:smudge|clean|process)|credential\..{1,200}|remote\..{1,200}\.(?:uploadpack|vcs)|core\.(?:gitproxy|askpass))$/

/**
 * Rejects settings that start programs: an agent, or the author of the folder, may have written the settings of a repository.
 * @throws {UsageError} when they start programs.
 */
export async function refusePrograms(git: RunGit): Promise<void> {
  const listed = await git('config', '--list', '--name-only', '--show-scope')
  const own = listed.split('\n').flatMap((line) => {
    const [scope, name = ''] = line.split('\t')
    return scope === 'local' || scope === 'worktree' ? [name.toLowerCase()] : []
  })
  const found = own.filter((name) => startsProgram.test(name))
  if (found.length === 0) return
  throw new UsageError(
    `The settings of this repository start programs (${found.join(', ')}): create and remove its worktrees with git, and use --in.`,
  )
}

/** Returns the main folder of the repository, also from a worktree of it. @throws {UsageError} outside a repository. */
export async function rootOf(git: RunGit): Promise<string> {
  try {
    const common = await git('rev-parse', '--path-format=absolute', '--git-common-dir')
    return common.endsWith('/.git') ? dirname(common) : await git('rev-parse', '--show-toplevel')
  } catch {
    throw new UsageError('A worktree needs a git repository: this folder is in none.')
  }
}
