import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { isBelow } from '../mounts/mount-plan.js'
import { absentRedirections, disarmCreated, disarmData, removeRedirections } from './disarm-repository.js'
import { gitData, moduleFolders } from './git-guards.js'
import { confirmedData, isRepository, kindOf, realPath } from './git-structure.js'
import { enclosingRepository, repositoryFolders } from './repositories.js'

/** Repositories in writable folders. */
export interface GitWatch {
  /** Folders that contain a repository, or in which one may be created. */
  readonly folders: readonly string[]
  /** Git directories of these repositories that are elsewhere. They must be writable for commits. */
  readonly dataElsewhere: readonly string[]
  /** All git directories that commands may write and that existed from the start, including those of submodules. */
  readonly repositories: readonly string[]
  /** Disarms repositories that commands have created, because their creation cannot be prevented. */
  settle(): Promise<void>
}

interface GitWatchOptions {
  readonly workspaces: readonly string[]
  /**
   * Hidden, protected or replaced paths. Folders that contain such a path, or are inside one, are never made writable
   * for a repository.
   */
  readonly guarded: readonly string[]
  readonly logger: Logger
}

/** Records the current state, to detect what commands create later. */
export function watchGit({ workspaces, guarded, logger }: GitWatchOptions): GitWatch {
  const real = workspaces.flatMap((folder) => realPath(folder) ?? [])
  const { folders, dataElsewhere } = findRepositories(real, guarded)
  const isElsewhere = (path: string) => isOutside(path, real)
  const known = new Map(folders.map((folder) => [folder, stateOf(folder)]))
  const data = [
    ...dataElsewhere,
    ...folders.flatMap((folder) => gitData(folder) ?? []).filter((path) => !isElsewhere(path)),
  ]
  const held = data.map((path) => ({ path, absent: absentRedirections(path), modules: new Set(moduleFolders(path)) }))

  async function settleFolder(folder: string): Promise<void> {
    const before = known.get(folder) ?? 'none'
    // Existing repositories are protected. A link cannot be protected, so a changed link was made by a command.
    if (before === 'none' || (before.startsWith('link') && stateOf(folder) !== before))
      await disarmCreated(folder, { workspaces: real, held: data })
  }

  return {
    folders,
    dataElsewhere,
    repositories: [
      ...new Set(held.flatMap(({ path, modules }) => [path, ...modules]).flatMap((each) => realPath(each) ?? [])),
    ].filter(isRepository),
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
          // A failure must not lose the result of the command.
          logger.log('warn', 'A repository created by a command could not be checked.', {
            error: describeError(error),
          })
        })
      }
    },
  }
}

/** Finds the repositories. A separate function, so that the watch does not retain the list of guarded paths. */
function findRepositories(real: readonly string[], guarded: readonly string[]) {
  const closed = guarded.map((path) => realPath(path) ?? path)
  const isOpen = (path: string) => !closed.some((each) => each === path || isBelow(each, path) || isBelow(path, each))
  const enclosing = real.flatMap(enclosingRepository).filter(isOpen)
  const folders = [...real.flatMap(repositoryFolders), ...enclosing]
  return {
    folders,
    dataElsewhere: folders.flatMap(confirmedData).filter((path) => isOutside(path, real) && isOpen(path)),
  }
}

function isOutside(path: string, folders: readonly string[]): boolean {
  return !folders.some((folder) => isBelow(path, folder))
}

function stateOf(folder: string): string {
  const place = join(folder, '.git')
  const kind = kindOf(place)
  return kind === 'link' ? `link to ${readlinkSync(place)}` : kind
}
