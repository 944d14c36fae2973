import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ConfigError } from '@hermes/core'
import type { SyncedFile } from '@hermes/environments/ssh'
import { expandTilde, userFolder } from '../home/home-paths.js'
import type { RuntimeOptions } from '../runtime-options.js'

/** Returns the skills and the configured files. Each has the same path relative to the home folder on both sides. */
export function syncedFiles({ config, paths, variables }: RuntimeOptions): readonly SyncedFile[] {
  const home = userFolder(variables)
  const named = config.terminal.credential_files.map((path) => {
    const local = expandTilde(path, home)
    const remote = relative(home, local)
    if (remote === '' || remote.startsWith('..')) {
      throw new ConfigError(
        'terminal.credential_files',
        `${path} is not below your home folder ${home}, so it has no path elsewhere: use a file below it.`,
      )
    }
    return { local: join(home, remote), remote }
  })
  const skills = { local: join(paths.home, 'skills'), remote: '.hermes/skills' }
  return existsSync(skills.local) ? [...named, skills] : named
}
