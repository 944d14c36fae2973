import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeError, type Logger } from '@hermes/core'
import { keepRepository } from './kept-repository.js'

/** Restores the history of repositories when a command has destroyed it. No mount can protect what git itself must change. */
export interface HistoryWatch {
  /**
   * Call it before a command starts. What has changed since the last command is the user's work, unless processes of
   * earlier commands still run: then a destroyed history is restored.
   */
  begin(): Promise<void>
  /** Call it when a command has ended. Returns a sentence about what was restored. */
  end(): Promise<string | undefined>
  /** Call it before the processes that commands left are ended. */
  settle(): Promise<void>
  /** Call it when all processes have ended, soon after `settle`. */
  close(): Promise<void>
  /** Files with objects that are not copied, because they are large. Commands must not write them. */
  large(): readonly string[]
}

interface HistoryWatchOptions {
  /** Git directories, with links resolved. */
  readonly repositories: readonly string[]
  /** For the copies. Commands must not have access to it. */
  readonly folder: string
  /** Whether processes of commands still run. */
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

  /** One at a time, because several commands may start and end together. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Returns the repositories that were damaged. */
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

  /** A failure must not lose the command or its result. */
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

/** They are kept until the next start, for a person who looks for them after a crash. */
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
