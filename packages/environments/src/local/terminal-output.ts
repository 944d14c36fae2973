import { closeSync, constants, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { PtyProcess } from './load-pty.js'

/** Interval of checks for the exit of the process: short after output, longer during silence. */
const lookMs = { first: 2, last: 25 }
/** Number of bytes that are still read for a slow reader after the exit. Exceeds the capacity of a terminal. */
const restBytes = 2 ** 20

/**
 * Returns the output of a terminal for one reader. Buffers only one chunk.
 *
 * `node-pty` hangs up when no process has the terminal open, possibly just before the last process exits, which then
 * dies of SIGHUP. This function therefore keeps the terminal open until the process has exited. `node-pty` closes it
 * 200 ms later, whether or not everything was read, so its content is read before that.
 */
export function terminalOutput(terminal: PtyProcess): Readable {
  const held = holdOpen(terminal)
  let rest = restBytes
  let isOver = false
  const end = () => {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    closeSync(held)
    terminal.resume()
  }
  let waitMs = lookMs.first
  const look = () => {
    if (!isAlive(terminal.pid)) return end()
    waitMs = Math.min(waitMs * 2, lookMs.last)
    timer = setTimeout(look, waitMs)
  }
  let timer = setTimeout(look, waitMs)
  const lookSoon = () => {
    if (isOver || waitMs === lookMs.first) return
    waitMs = lookMs.first
    clearTimeout(timer)
    timer = setTimeout(look, waitMs)
  }
  const readable = new Readable({ highWaterMark: 2 ** 16, read: () => void terminal.resume() })

  terminal.onData((data) => {
    lookSoon()
    if (readable.destroyed) return
    const hasRoom = readable.push(data)
    if (isOver) rest -= data.length
    if (isOver ? rest <= 0 : !hasRoom) terminal.pause()
  })
  terminal.onExit(() => {
    end()
    readable.push(null)
  })
  return readable
}

function holdOpen({ ptsName, pid }: PtyProcess): number {
  try {
    return openSync(ptsName, constants.O_RDWR | constants.O_NOCTTY)
  } catch (error) {
    // Its output could not be read.
    process.kill(pid, 'SIGKILL')
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
