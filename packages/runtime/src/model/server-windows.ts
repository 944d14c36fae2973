import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeError, type Logger, silentLogger } from '@hermes/core'
import type { HomePaths } from '../home/home-paths.js'
import { readTextFile, writeTextFile } from '../home/text-file.js'

/** What servers of the user's own said of the windows that they run their models with. */
export interface ServerWindows {
  /** The window in tokens, as it was said within the last hour, else as `ask` finds out; `undefined` where it is not said. */
  of(baseUrl: string, model: string, ask: () => Promise<number | undefined>): Promise<number | undefined>
  /** Forgets all of them. */
  forget(): Promise<void>
}

/** A start that asks waits for the answer: several starts in a row, as scripts make them, ask once. */
const freshMs = 3_600_000

export interface ServerWindowsServices {
  /** Default `Date.now`. */
  readonly now?: () => number
  /** Told of a file that cannot be read or written: the server is then asked again. Default: silent. */
  readonly logger?: Logger
}

/** Keeps the answers in the home's cache. */
export function openServerWindows(paths: HomePaths, services: ServerWindowsServices = {}): ServerWindows {
  const { now = Date.now, logger = silentLogger } = services
  const path = join(paths.cache, 'server-windows.json')
  const isFresh = ({ atMs }: Answer) => Math.abs(now() - atMs) < freshMs

  return {
    async of(baseUrl, model, ask) {
      const known = await readAnswers(path, logger)
      const key = `${baseUrl} ${model}`
      const answer = known.get(key)
      if (answer && isFresh(answer)) return answer.tokens
      const tokens = await ask()
      const fresh = [...known].filter(([, other]) => isFresh(other))
      const answers = new Map([...fresh, [key, { atMs: now(), ...(tokens !== undefined && { tokens }) }]])
      await writeAnswers(path, answers, logger)
      return tokens
    },
    forget: () => rm(path, { force: true }),
  }
}

interface Answer {
  readonly atMs: number
  readonly tokens?: number
}

async function readAnswers(path: string, logger: Logger): Promise<ReadonlyMap<string, Answer>> {
  try {
    const stored: unknown = JSON.parse((await readTextFile(path)) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, Answer] => isAnswer(entry[1])))
  } catch (error) {
    logger.log('warn', `${path} is left aside: ${describeError(error)}`)
    return new Map()
  }
}

function isAnswer(value: unknown): value is Answer {
  if (typeof value !== 'object' || value === null || !('atMs' in value) || typeof value.atMs !== 'number') return false
  return !('tokens' in value) || (typeof value.tokens === 'number' && value.tokens > 0)
}

async function writeAnswers(path: string, answers: ReadonlyMap<string, Answer>, logger: Logger): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeTextFile(path, `${JSON.stringify(Object.fromEntries(answers), undefined, 2)}\n`)
  } catch (error) {
    // Nothing is lost but the time to ask again.
    logger.log('warn', describeError(error))
  }
}
