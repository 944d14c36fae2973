import { closeSync, constants, openSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { PtyProcess } from './load-pty.js'

/** How soon to look whether the process has ended: soon after it printed something, less often while it is silent. */
const lookMs = { first: 2, last: 25 }
/** After that, at most this much more is taken for a slow reader: more than a terminal holds. */
const restBytes = 2 ** 20

/**
 * What is printed on a terminal, for one reader: nothing is taken ahead of it but one buffer.
 *
 * `node-pty` hangs up as soon as no process has the terminal open, and that may be a moment before the last one ends, which then
 * dies of it. So the terminal is kept open until it has ended. And 200 ms after that, `node-pty` closes it whether it was
 * read or not: what it holds is taken in time.
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
    // Nobody would read what it prints.
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
