import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describeError, type Logger, silentLogger } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isMissing, isRecord, withoutCredentials } from '@hermes/safety'
import { recordAt, type WireRecord } from '../shared/json.js'
import { writeCatalogFile } from './write-catalog-file.js'

/** Context windows that providers reported when they rejected a conversation as too long. */
export interface LearnedWindows {
  /** Returns the window in tokens, or `undefined` if none was reported for the model at this address. */
  find(baseUrl: string, model: string): number | undefined
  /** Stores a window. @throws {HermesError} `catalog/cache` when it cannot be written; it is then kept in memory. */
  learn(baseUrl: string, model: string, contextWindow: number): Promise<void>
  /** Deletes all learned windows. */
  forget(): Promise<void>
}

export interface LearnedWindowsOptions {
  /** Path of a dedicated file. */
  readonly path: string
  /** Logs when the file is unreadable and therefore ignored. Default: silent. */
  readonly logger?: Logger
}

/**
 * Stores learned windows in a file that processes may share. If two processes write at the same time, one window may be
 * lost and learned again.
 */
export function createLearnedWindows({ path, logger = silentLogger }: LearnedWindowsOptions): LearnedWindows {
  let known: WireRecord | undefined
  const current = () => {
    known ??= readWindows(path, logger)
    return known
  }

  return {
    find(url, model) {
      const baseUrl = withoutCredentials(url)
      const window = recordAt(current(), baseUrl)[model]
      return isWindow(window) ? window : undefined
    },
    async learn(url, model, contextWindow) {
      const baseUrl = withoutCredentials(url)
      if (!isWindow(contextWindow) || recordAt(current(), baseUrl)[model] === contextWindow) return
      // Another process may have written the file in the meantime.
      const windows = readWindows(path, logger)
      known = { ...windows, [baseUrl]: { ...recordAt(windows, baseUrl), [model]: contextWindow } }
      await writeCatalogFile(path, `${JSON.stringify(known, undefined, 2)}\n`)
    },
    async forget() {
      known = {}
      await rm(path, { force: true })
    },
  }
}

function readWindows(path: string, logger: Logger): WireRecord {
  try {
    const windows: unknown = parseJson(readFileSync(path, 'utf8'))
    return isRecord(windows) ? windows : {}
  } catch (error) {
    if (!isMissing(error)) logger.log('warn', `${path} is left aside: ${describeError(error)}`)
    return {}
  }
}

function isWindow(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0
}
