import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'

/** Writes lines to a stream. In a file they begin with the time, which a journal or a container notes by itself. */
export function logLines(stream: Writable): (line: string) => void {
  const hasTimes = 'fd' in stream && typeof stream.fd === 'number' && fstatSync(stream.fd).isFile()
  return (line) => void stream.write(hasTimes ? `${new Date().toISOString()} ${line}\n` : `${line}\n`)
}
