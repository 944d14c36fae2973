import { dirname, join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { gitData } from '../git/git-guards.js'
import { isBelow } from '../mounts/mount-plan.js'
import { hadContent } from './had-content.js'
import { isSame, type Look, lookAtStartup } from './look.js'
import { type Change, keep, undo } from './undo.js'

/** Undoes changes of commands to startup files of projects. No mount can protect files that do not exist. */
export interface StartupWatch {
  /**
   * Must be called before a command starts. Changes since the last command are the user's work, unless processes of
   * earlier commands are still running: then they are undone, except for those that the user's own programs may have
   * made.
   */
  begin(): Promise<void>
  /** Must be called when a command has ended. Returns a sentence about what was undone. */
  end(): Promise<string | undefined>
  /** Must be called between commands, and before the processes that they left behind are ended. */
  settle(): Promise<void>
  /** Must be called when all processes have ended, soon after `settle`. Undoes changes since then. */
  close(): Promise<void>
  /** Accepts the file at this absolute path, which a file tool has written with the approval that it needs. */
  accept(path: string): void
}

interface StartupWatchOptions {
  /** Folders of projects and repositories. */
  readonly projects: readonly string[]
  /** Folder for copies of undone files. Commands must not have access to it. */
  readonly folder: string
  /** Returns whether processes of commands are still running. */
  isInhabited(): Promise<boolean>
  readonly logger: Logger
  readonly now?: () => number
}

export function watchStartup(options: StartupWatchOptions): StartupWatch {
  const { projects, folder, logger, isInhabited, now = Date.now } = options
  const sinceMs = now()
  const known = new Map<string, Look>(projects.map((project) => [project, lookAtStartup(project)]))
  let running = 0
  let count = 0
  /** Files undone before a command started, reported with the next result. */
  let untold: readonly string[] = []
  let last: Promise<unknown> = Promise.resolve()

  function changesIn(project: string): readonly Suspect[] {
    const before = known.get(project)
    const look = lookAtStartup(project)
    known.set(project, look)
    return [...look.found].flatMap(([path, { what, rule }]) => {
      const former = before?.found.get(path)?.what
      const isNewFolder = before?.folders.has(dirname(path)) === false
      // Entries that could not be restored are left alone.
      if (former?.kind === 'other' || isSame(former, what) || (rule.onlyNewFolder && !isNewFolder)) return []
      const isOld = what.kind === 'file' && isFromRepository(project, what.content)
      const mayBeUsers = former !== undefined && rule.changesByItself === true
      return isOld ? [] : [{ project, path, before: former, now: what, isNewFolder, mayBeUsers }]
    })
  }

  function isFromRepository(project: string, content: Buffer): boolean {
    const data = gitData(project)
    return data !== undefined && hadContent(data, content, sinceMs)
  }

  /** Undoes changes one call at a time, because several commands may end together. */
  function undoAll(isUndone: (change: Suspect) => boolean | Promise<boolean>): Promise<readonly string[]> {
    const undone = last.then(async () => {
      const paths: string[] = []
      for (const project of projects) {
        for (const change of changesIn(project)) {
          if (!(await isUndone(change))) continue
          if (await tryUndo(change)) paths.push(join(project, change.path))
        }
      }
      for (const project of paths.length === 0 ? [] : projects) known.set(project, lookAtStartup(project))
      return paths
    })
    last = undone.catch(() => undefined)
    return undone
  }

  async function tryUndo(change: Change): Promise<boolean> {
    const path = join(change.project, change.path)
    try {
      const name = `${sinceMs}-${String(++count).padStart(4, '0')}`
      await keep(change, folder, name)
      await undo(change)
      logger.log('warn', 'A command wrote a start-up file, which was undone.', { path, kept: join(folder, name) })
      return true
    } catch (error) {
      // A failure must not lose the result of the command.
      logger.log('warn', 'A start-up file that a command wrote could not be restored.', {
        path,
        error: describeError(error),
      })
      return false
    }
  }

  async function settle(): Promise<void> {
    const isRunning = running > 0
    const undone = await undoAll(async ({ mayBeUsers }) => !mayBeUsers && (isRunning || (await isInhabited())))
    untold = [...untold, ...undone]
  }

  return {
    async begin() {
      const settled = settle()
      running += 1
      await settled
    },
    async end() {
      running -= 1
      const undone = [...untold, ...(await undoAll(() => true))]
      untold = []
      return undone.length === 0 ? undefined : explain([...new Set(undone)])
    },
    settle,
    async close() {
      await undoAll(({ mayBeUsers }) => !mayBeUsers)
    },
    accept(path) {
      const project = projects.find((each) => isBelow(path, each))
      if (project === undefined) return
      const look = known.get(project)
      const fresh = lookAtStartup(project)
      const name = path.slice(project.length + 1)
      const found = fresh.found.get(name)
      if (look && found) {
        const folders = new Set([...look.folders, dirname(name)])
        known.set(project, { found: new Map([...look.found, [name, found]]), folders })
      }
    },
  }
}

interface Suspect extends Change {
  /** Whether the user's own programs may have made the change while processes of commands were running. */
  readonly mayBeUsers: boolean
}

function explain(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).map((path) => path.replace(/[^\x20-\x7e]/g, '?'))
  const rest = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''
  return `Undone, because other programs obey these files outside of the sandbox: ${shown.join(', ')}${rest}. Write them with the file tools, which ask the user first.`
}
