import { Writable } from 'node:stream'
import type { Io, OutputStream } from '../io.js'
import { divertStdout } from '../setup/divert-stdout.js'

/**
 * The standard output for the answer alone: everything else that writes to it goes to the standard error from now on. Each write ends
 * when the standard output has taken it, and that stream reports what it cannot take.
 */
export function ownStdout(io: Pick<Io, 'stdout' | 'stderr'>): OutputStream {
  const { isTTY = false } = io.stdout
  const write = divertStdout(io)
  const own = new Writable({ decodeStrings: false, write: (chunk, _, done) => void write(chunk, () => done()) })
  return Object.assign(own, { isTTY })
}
