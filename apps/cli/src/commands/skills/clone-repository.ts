import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SourceServices } from '@hermes/skills'

/** Nothing of the repository is run, and no other protocol is used than that of the address. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.symlinks=false',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.ssh.allow=always',
]

/** Clones the newest commit of a repository with git, without asking for a password. */
export function cloneRepository(variables: Readonly<Record<string, string | undefined>>): SourceServices['clone'] {
  return async (url, folder, signal) => {
    const options = settings.flatMap((setting) => ['-c', setting])
    await promisify(execFile)(
      'git',
      [...options, 'clone', '--quiet', '--depth', '1', '--no-recurse-submodules', '--', url, folder],
      {
        env: { ...variables, GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' },
        signal,
      },
    )
    await rm(join(folder, '.git'), { recursive: true, force: true })
  }
}
