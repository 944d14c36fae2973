import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import { disarmRepository, redirections, removeRedirections } from './disarm-repository.js'
import { gitDataFolders } from './git-guards.js'
import { isBelow } from './mount-plan.js'
import { enclosingRepository, repositoryFolders } from './repositories.js'

/** Repositories that commands can write in. */
export interface GitWatch {
  /** Folders with a repository, or where one may be made. */
  readonly folders: readonly string[]
  /** Where the data of these repositories is, as far as it is elsewhere: to be written as well, or nothing can be committed. */
  readonly dataElsewhere: readonly string[]
  /** Takes back what could not be prevented: what commands have put where nothing was. */
  settle(): void
}

/** Remembers what there is now: what comes later was made by commands. */
export function watchGit(workspaces: readonly string[], logger: Logger): GitWatch {
  const folders = workspaces.flatMap((folder) => [...repositoryFolders(folder), ...enclosingRepository(folder)])
  const data = folders.flatMap(gitDataFolders)
  const isElsewhere = (path: string) => !workspaces.some((folder) => isBelow(path, folder))
  const without = folders.filter((folder) => !existsSync(join(folder, '.git')))
  const whole = data.filter((path) => redirections.every((name) => !existsSync(join(path, name))))
  return {
    folders,
    dataElsewhere: data.filter(isElsewhere),
    settle() {
      try {
        for (const path of whole) removeRedirections(path)
        for (const folder of without) disarmRepository(folder)
      } catch (error) {
        // The result of the command must not be lost over it.
        logger.log('warn', 'A repository that a command has made could not be checked.', { error: String(error) })
      }
    },
  }
}
