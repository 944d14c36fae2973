import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface CloneOptions {
  /** A branch, tag or commit. Default: the newest commit of the usual branch. */
  readonly ref?: string | undefined
  readonly signal: AbortSignal
}

/** Copies one commit of a git repository into a new folder, and runs nothing of it. Resolves to the id of the commit. */
export type CloneRepository = (url: string, folder: string, options: CloneOptions) => Promise<string>

/**
 * Fetches with git, without asking for a password.
 * @param protocols No other protocol is used, also by redirects.
 */
export function cloneRepository(
  variables: Readonly<Record<string, string | undefined>>,
  protocols: readonly string[] = ['https', 'ssh'],
): CloneRepository {
  const settings = [
    'core.hooksPath=/dev/null',
    'core.symlinks=false',
    'init.defaultBranch=main',
    'protocol.allow=never',
    ...protocols.map((name) => `protocol.${name}.allow=always`),
  ].flatMap((setting) => ['-c', setting])
  return async (url, folder, { ref = 'HEAD', signal }) => {
    const env = { ...variables, GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' }
    const git = async (...args: readonly string[]) =>
      (await promisify(execFile)('git', [...settings, ...args], { env, signal })).stdout.trim()
    await git('init', '--quiet', '--', folder)
    await git('-C', folder, 'fetch', '--quiet', '--depth', '1', '--no-tags', '--no-recurse-submodules', '--', url, ref)
    await git('-C', folder, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
    const commit = await git('-C', folder, 'rev-parse', 'HEAD')
    await rm(join(folder, '.git'), { recursive: true, force: true })
    return commit
  }
}
