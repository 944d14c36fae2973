import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import type { Files } from './files.js'

const everyMs = 60 * 60 * 1000

/** Removes expired files, at once and then every hour, until `signal` is aborted. */
export async function keepSwept(files: Pick<Files, 'sweep'>, logger: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await files.sweep()
    } catch (error) {
      logger.log('warn', 'Files whose time is over are not removed yet.', { error: describeError(error) })
    }
    await sleep(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
