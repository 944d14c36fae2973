import type { LiveCommand } from '../shell/live-command.js'

export interface Patience {
  /** In all. */
  readonly totalMs: number
  /** Without a sign of life. */
  readonly silentMs: number
}

/** Why a command is not waited for any longer. `long` and `silent`: it still runs. */
export type WaitEnd = 'ended' | 'interrupted' | 'long' | 'silent'

/** Waits for a command as long as there is reason to. */
export function waitFor(command: LiveCommand, patience: Patience, signal: AbortSignal): Promise<WaitEnd> {
  const { promise, resolve } = Promise.withResolvers<WaitEnd>()
  const interrupt = () => resolve('interrupted')
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    const total = command.startedAt + patience.totalMs - now
    const silent = command.lastOutputAt + patience.silentMs - now
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

/** `setTimeout` takes no more. */
const longestTimer = 2 ** 31 - 1
