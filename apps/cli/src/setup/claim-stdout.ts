import { fstatSync } from 'node:fs'
import { Socket } from 'node:net'
import { Writable } from 'node:stream'
import type { Io, OutputStream } from '../io.js'
import { divertStdout } from './divert-stdout.js'

/**
 * Reserves stdout for the messages of a protocol: everything else that writes to it, such as `console.log` in a plugin, goes to stderr from
 * now on.
 */
export function claimStdout(io: Pick<Io, 'stdout' | 'stderr'>): Writable {
  const write = divertStdout(io)
  return (
    unblocked(io.stdout) ??
    new Writable({ write: (chunk, _, done) => void write(chunk, (error) => done(error ?? null)) })
  )
}

/** Node.js writes to its own pipes synchronously, so an editor that does not read would stop every turn of the process. */
function unblocked(stdout: OutputStream): Writable | undefined {
  if (!('fd' in stdout) || typeof stdout.fd !== 'number') return undefined
  const status = fstatSync(stdout.fd)
  if (!status.isFIFO() && !status.isSocket()) return undefined
  return new Socket({ fd: stdout.fd, readable: false, writable: true })
}
