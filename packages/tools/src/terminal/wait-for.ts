import type { LiveCommand } from '../shell/live-command.js'

export interface WaitLimits {
  /** Maximum total time. */
  readonly totalMs: number
  /** Maximum time without output. */
  readonly silentMs: number
}

/** Reason why the wait ended. With `long` and `silent`, the command is still running. */
export type WaitEnd = 'ended' | 'interrupted' | 'long' | 'silent'

/** Waits until a command ends, is interrupted or exceeds a limit. */
export function waitFor(command: LiveCommand, limits: WaitLimits, signal: AbortSignal): Promise<WaitEnd> {
  const { promise, resolve } = Promise.withResolvers<WaitEnd>()
  const interrupt = () => resolve('interrupted')
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    const total = command.startedAt + limits.totalMs - now
    const silent = command.lastOutputAt() + limits.silentMs - now
    if (total <= 0) resolve('long')
    else if (silent <= 0) resolve('silent')
    else timer = setTimeout(look, Math.min(total, silent, longestTimer))
  }
  look()
  if (signal.aborted) interrupt()
  signal.addEventListener('abort', interrupt)
  void command.ended.then(() => resolve('ended'))
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', interrupt)
  })
}

/** The maximum delay of `setTimeout`. */
const longestTimer = 2 ** 31 - 1
