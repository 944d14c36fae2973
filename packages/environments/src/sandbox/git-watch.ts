import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { absentRedirections, disarmData, disarmMade, removeRedirections } from './disarm-repository.js'
import { gitData, moduleFolders } from './git-guards.js'
import { confirmedData, kindOf, realPath } from './git-structure.js'
import { isBelow } from './mount-plan.js'
import { enclosingRepository, repositoryFolders } from './repositories.js'

/** Repositories that commands can write in. */
export interface GitWatch {
  /** Folders with a repository, or where one may be made. */
  readonly folders: readonly string[]
  /** Where the data of these repositories is, as far as it is elsewhere: to be written as well, or nothing can be committed. */
  readonly dataElsewhere: readonly string[]
  /** Takes back what could not be prevented: what commands have put where nothing was. */
  settle(): Promise<void>
}

interface GitWatchOptions {
  readonly workspaces: readonly string[]
  /** What is hidden, held or replaced: nothing that holds any of it, or lies in it, may be written for the sake of a repository. */
  readonly guarded: readonly string[]
  readonly logger: Logger
}

/** Remembers what there is now: what comes later was made by commands. */
export function watchGit({ workspaces, guarded, logger }: GitWatchOptions): GitWatch {
  const real = workspaces.flatMap((folder) => realPath(folder) ?? [])
  const closed = guarded.map((path) => realPath(path) ?? path)
  const isElsewhere = (path: string) => !real.some((folder) => isBelow(path, folder))
  const isOpen = (path: string) => !closed.some((each) => each === path || isBelow(each, path) || isBelow(path, each))
  const enclosing = real.flatMap(enclosingRepository).filter(isOpen)
  const folders = [...real.flatMap(repositoryFolders), ...enclosing]
  const dataElsewhere = folders.flatMap(confirmedData).filter((path) => isElsewhere(path) && isOpen(path))
  const known = new Map(folders.map((folder) => [folder, stateOf(folder)]))
  const data = [
    ...dataElsewhere,
    ...folders.flatMap((folder) => gitData(folder) ?? []).filter((path) => !isElsewhere(path)),
  ]
  const held = data.map((path) => ({ path, absent: absentRedirections(path), modules: new Set(moduleFolders(path)) }))

  async function settleFolder(folder: string): Promise<void> {
    const before = known.get(folder) ?? 'none'
    // What was there has been held since. A link cannot be: another one in its place was made by a command.
    if (before === 'none' || (before.startsWith('link') && stateOf(folder) !== before))
      await disarmMade(folder, { workspaces: real, held: data })
  }

  return {
    folders,
    dataElsewhere,
    async settle() {
      const now = new Set([
        ...folders.filter((folder) => !isElsewhere(join(folder, '.git'))),
        ...real.flatMap(repositoryFolders),
      ])
      const work = [
        ...held.flatMap(({ path, absent, modules }) => [
          () => removeRedirections(path, absent),
          ...moduleFolders(path)
            .filter((each) => !modules.has(each))
            .map((each) => () => disarmData(each)),
        ]),
        ...[...now].map((folder) => () => settleFolder(folder)),
      ]
      for (const each of work) {
        await each().catch((error: unknown) => {
          // The result of the command must not be lost over it.
          logger.log('warn', 'A repository that a command has made could not be checked.', {
            error: describeError(error),
          })
        })
      }
    },
  }
}

function stateOf(folder: string): string {
  const place = join(folder, '.git')
  const kind = kindOf(place)
  return kind === 'link' ? `link to ${readlinkSync(place)}` : kind
}
