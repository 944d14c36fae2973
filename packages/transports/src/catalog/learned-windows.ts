import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describeError, type Logger, silentLogger } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { isMissing, isRecord, withoutCredentials } from '@hermes/safety'
import { recordAt, type WireRecord } from '../shared/json.js'
import { writeCatalogFile } from './write-catalog-file.js'

/** The context windows that providers told when a conversation was too long for them. */
export interface LearnedWindows {
  /** In tokens; `undefined` where nothing was learned of the model at this address. */
  find(baseUrl: string, model: string): number | undefined
  /** @throws {HermesError} `catalog/cache` when it cannot be kept; it is known all the same while the object lives. */
  learn(baseUrl: string, model: string, contextWindow: number): Promise<void>
  /** Forgets all of them. */
  forget(): Promise<void>
}

export interface LearnedWindowsOptions {
  /** The path of a dedicated file. */
  readonly path: string
  /** Told of a file that cannot be read, which is then left aside. Default: silent. */
  readonly logger?: Logger
}

/** Kept in a file that several processes may share: of two that learn at the same moment, one may have to learn again. */
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
      // Others may have learned something since.
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
