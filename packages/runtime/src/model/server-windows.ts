import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeError, type Logger, silentLogger } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { maskUrl } from '@hermes/safety'
import type { HomePaths } from '../home/home-paths.js'
import { readTextFile, writeTextFile } from '../home/text-file.js'

/** Cached context windows reported by the user's own servers. */
export interface ServerWindows {
  /** Returns the context window in tokens, from the last hour's cache or from `ask`; `undefined` if the server does not report it. */
  of(baseUrl: string, model: string, ask: () => Promise<number | undefined>): Promise<number | undefined>
  /** Clears the cache. */
  forget(): Promise<void>
}

/**
 * How long an answer stays valid, in milliseconds. Starting waits for the answer, so several starts in a row, as in scripts, should ask only once.
 */
const freshMs = 3_600_000

export interface ServerWindowsServices {
  /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Logs when the file cannot be read or written; the server is then asked again. Default: silent. */
  readonly logger?: Logger
}

/** Opens the windows of servers, which are stored in the cache of the home. */
export function openServerWindows(paths: HomePaths, services: ServerWindowsServices = {}): ServerWindows {
  const { now = Date.now, logger = silentLogger } = services
  const path = join(paths.cache, 'server-windows.json')
  const isFresh = ({ atMs }: Answer) => Math.abs(now() - atMs) < freshMs

  return {
    async of(baseUrl, model, ask) {
      const known = await readAnswers(path, logger)
      const key = `${maskUrl(baseUrl)} ${model}`
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
    const stored: unknown = parseJson((await readTextFile(path)) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, Answer] => isAnswer(entry[1])))
  } catch (error) {
    logger.log('warn', `${path} is ignored: ${describeError(error)}`)
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
    // The only loss is the time that it takes to ask the server again.
    logger.log('warn', describeError(error))
  }
}
