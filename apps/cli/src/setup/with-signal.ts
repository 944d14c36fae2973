import { exitCode } from '../exit-code.js'
import { type Io, writeLine } from '../io.js'
import { onStopSignal } from './signals.js'

/**
 * Runs something that Ctrl+C may end: it gets the signal, cleans up and rejects. What is left then is told as the farewell.
 * @returns the exit code; that of the signal when it was ended.
 */
export async function withSignal(
  io: Io,
  run: (signal: AbortSignal) => Promise<number>,
  farewell = 'Stopped: nothing was changed.',
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
    await writeLine(io.stderr, farewell)
    return stopCode ?? exitCode.interrupted
  } finally {
    remove()
  }
}
