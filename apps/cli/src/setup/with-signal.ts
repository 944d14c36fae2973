import { english } from '@hermes/safety/language'
import { exitCode } from '../exit-code.js'
import { type Io, tell } from '../io.js'
import { onStopSignal } from './signals.js'

/**
 * Runs work that Ctrl+C can abort: it receives a signal, cleans up and rejects. Then `farewell` is printed.
 * @returns the exit code, or the exit code of the signal that aborted it.
 */
export async function withSignal(
  io: Io,
  run: (signal: AbortSignal) => Promise<number>,
  farewell = english`Stopped: nothing was changed.`,
): Promise<number> {
  const controller = new AbortController()
  let stopCode: number | undefined
  const remove = onStopSignal((code) => {
    stopCode = code
    controller.abort()
  })
  try {
    return await run(controller.signal)
  } catch (error) {
    if (!controller.signal.aborted) throw error
    await tell(io, farewell)
    return stopCode ?? exitCode.interrupted
  } finally {
    remove()
  }
}
