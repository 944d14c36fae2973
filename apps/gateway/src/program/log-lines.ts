import { fstatSync } from 'node:fs'
import type { Writable } from 'node:stream'

/** Writes lines to a stream. In a file, each line starts with the time. A journal or a container records it anyway. */
export function logLines(stream: Writable): (line: string) => void {
  const hasTimes = 'fd' in stream && typeof stream.fd === 'number' && fstatSync(stream.fd).isFile()
  return (line) => void stream.write(hasTimes ? `${new Date().toISOString()} ${line}\n` : `${line}\n`)
}
