import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { keepRepository } from './kept-repository.js'

/** Restores the history of repositories that a command has destroyed. No mount can protect files that git itself must change. */
export interface HistoryWatch {
  /**
   * Must be called before a command starts. Changes since the last command are the user's work, unless processes of
   * earlier commands are still running: then a destroyed history is restored.
   */
  begin(): Promise<void>
  /** Must be called when a command has ended. Returns a sentence about what was restored. */
  end(): Promise<string | undefined>
  /** Must be called before the processes that commands left behind are ended. */
  settle(): Promise<void>
  /** Must be called when all processes have ended, soon after `settle`. */
  close(): Promise<void>
  /** Returns files with objects that are too large to be copied. Commands must not write them. */
  large(): readonly string[]
}

interface HistoryWatchOptions {
  /** Git directories, with links resolved. */
  readonly repositories: readonly string[]
  /** Folder for the copies. Commands must not have access to it. */
  readonly folder: string
  /** Returns whether processes of commands are still running. */
  isInhabited(): Promise<boolean>
  readonly logger: Logger
  readonly now?: () => number
}

export function watchHistory(options: HistoryWatchOptions): HistoryWatch {
  const { repositories, folder, isInhabited, logger, now = Date.now } = options
  const own = `${process.pid}-${randomBytes(4).toString('hex')}`
  const kept = repositories.map((data) => {
    const place = join(folder, createHash('sha256').update(data).digest('hex').slice(0, 16))
    return {
      data,
      place,
      repository: keepRepository({ data, folder: place, filesFolder: join(place, `files-${own}`), now }),
    }
  })
  let running = 0
  let untold: readonly string[] = []
  let hasBegun = false
  let last: Promise<unknown> = Promise.resolve()

  /** Runs work one call at a time, because several commands may start and end together. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Restores all repositories and returns those that were damaged. */
  async function mendAll(): Promise<readonly string[]> {
    const mended: string[] = []
    for (const { data, repository } of kept)
      await guarded(data, async () => {
        const damage = await repository.look()
        if (damage) await repository.mend(damage)
        if (damage?.isAny) mended.push(data)
      })
    for (const data of mended)
      logger.log('warn', 'A command destroyed history of a repository, which was restored.', { data })
    return mended
  }

  async function settleAll(isRunning: boolean): Promise<void> {
    for (const { data, repository } of kept)
      await guarded(data, async () => {
        const damage = await repository.look()
        if (damage?.isAny) {
          if (isRunning || (await isInhabited())) {
            await repository.mend(damage)
            untold = [...untold, data]
          } else await repository.accept()
        }
        await repository.hold()
      })
  }

  /** Logs failures, which must not lose the command or its result. */
  async function guarded(data: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      logger.log('warn', 'The history of a repository could not be kept.', { data, error: describeError(error) })
    })
  }

  return {
    begin: () =>
      inTurn(async () => {
        if (!hasBegun) for (const { place } of kept) removeFilesOfEnded(place)
        hasBegun = true
        const isRunning = running > 0
        running += 1
        await settleAll(isRunning)
      }),
    end: () =>
      inTurn(async () => {
        running -= 1
        const mended = new Set([...untold, ...(await mendAll())])
        untold = []
        return mended.size === 0 ? undefined : explain([...mended])
      }),
    settle: () => inTurn(async () => (hasBegun ? settleAll(running > 0) : undefined)),
    async close() {
      if (!hasBegun) return
      await inTurn(mendAll)
      for (const { repository } of kept) await repository.trim()
      for (const { place } of kept) rmSync(join(place, `files-${own}`), { recursive: true, force: true })
    },
    large: () => kept.flatMap(({ repository }) => repository.large),
  }
}

/** Removes files of ended processes. They are kept until the next start, for a person who looks for them after a crash. */
function removeFilesOfEnded(place: string): void {
  for (const name of existsSync(place) ? readdirSync(place) : []) {
    const pid = /^files-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(join(place, name), { recursive: true, force: true })
  }
}

function explain(repositories: readonly string[]): string {
  const shown = repositories.slice(0, 10).map((path) => path.replace(/[^\x20-\x7e]/g, '?'))
  return `Restored, because the command destroyed history that git keeps: ${shown.join(', ')}. Branches, stashes and commits can be deleted with git.`
}
