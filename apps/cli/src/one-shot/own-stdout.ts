import { Writable } from 'node:stream'
import type { Io, OutputStream } from '../io.js'
import { divertStdout } from '../setup/divert-stdout.js'

/**
 * Reserves stdout for the answer: everything else that writes to it goes to stderr from now on. Each write completes when stdout has accepted
 * it, and errors are reported by stdout itself.
 */
export function ownStdout(io: Pick<Io, 'stdout' | 'stderr'>): OutputStream {
  const { isTTY = false } = io.stdout
  const write = divertStdout(io)
  const own = new Writable({ decodeStrings: false, write: (chunk, _, done) => void write(chunk, () => done()) })
  return Object.assign(own, { isTTY })
}
