import { dirname, join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { gitData } from '../git/git-guards.js'
import { isBelow } from '../mounts/mount-plan.js'
import { hadContent } from './had-content.js'
import { isSame, type Look, lookAtStartup } from './look.js'
import { type Change, keep, undo } from './undo.js'

/** Undoes what commands write into start-up files of projects. No mount can protect files that do not exist. */
export interface StartupWatch {
  /**
   * Call it before a command starts. What has changed since the last command is the user's work, unless processes of
   * earlier commands still run: then what was created is undone.
   */
  begin(): Promise<void>
  /** Call it when a command has ended. Returns a sentence about what was undone. */
  end(): Promise<string | undefined>
  /** Call it between commands, and before the processes that they left are ended. */
  settle(): Promise<void>
  /** Call it when all processes have ended, soon after `settle`: what was created since then is undone. */
  close(): Promise<void>
  /** The file at this absolute path was written by a file tool, with the approval that it needs. */
  accept(path: string): void
}

interface StartupWatchOptions {
  /** The folders of projects and repositories. */
  readonly projects: readonly string[]
  /** For copies of what was undone. Commands must not have access to it. */
  readonly folder: string
  /** Whether processes of commands still run. */
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
  /** Undone before a command started: told with the next result. */
  let untold: readonly string[] = []
  let last: Promise<unknown> = Promise.resolve()

  function changesIn(project: string): readonly Suspect[] {
    const before = known.get(project)
    const look = lookAtStartup(project)
    known.set(project, look)
    return [...look.found].flatMap(([path, { what, rule }]) => {
      const former = before?.found.get(path)?.what
      const isNewFolder = before?.folders.has(dirname(path)) === false
      // What could not be restored is left alone.
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

  /** One at a time, because several commands may end together. */
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
      // The result of the command must not be lost.
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
  /** It may as well have been changed by the user's own programs while processes of commands run. */
  readonly mayBeUsers: boolean
}

function explain(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).map((path) => path.replace(/[^\x20-\x7e]/g, '?'))
  const rest = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : ''
  return `Undone, because other programs obey these files outside of the sandbox: ${shown.join(', ')}${rest}. Write them with the file tools, which ask the user first.`
}
