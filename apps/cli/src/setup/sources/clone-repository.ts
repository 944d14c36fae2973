import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openGit } from './git.js'

export interface CloneOptions {
  /** Branch, tag or commit. Default: the newest commit of the default branch. */
  readonly ref?: string | undefined
  readonly signal: AbortSignal
}

/** Copies one commit of a git repository into a new folder without running anything in it. Resolves to the id of the commit. */
export type CloneRepository = (url: string, folder: string, options: CloneOptions) => Promise<string>

/**
 * Fetches with git, without asking for a password.
 * @param protocols Allowed protocols, also for redirects.
 */
export function cloneRepository(
  variables: Readonly<Record<string, string | undefined>>,
  protocols: readonly string[] = ['https', 'ssh'],
): CloneRepository {
  return async (url, folder, { ref = 'HEAD', signal }) => {
    const git = openGit({ variables, protocols, signal })
    await git('init', '--quiet', '--', folder)
    await git('-C', folder, 'fetch', '--quiet', '--depth', '1', '--no-tags', '--no-recurse-submodules', '--', url, ref)
    await git('-C', folder, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
    const commit = await git('-C', folder, 'rev-parse', 'HEAD')
    await rm(join(folder, '.git'), { recursive: true, force: true })
    return commit
  }
}
