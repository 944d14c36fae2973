import type { Readable, Writable } from 'node:stream'

/** What a command reads and writes: the process's own, or a test's. */
export interface Io {
  readonly stdin: InputStream
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workingDirectory: string
}

export interface InputStream extends Readable {
  readonly isTTY?: boolean
  setRawMode?(mode: boolean): unknown
}

export interface OutputStream extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
}

/** The streams, variables and folder of this process. */
export function processIo(): Io {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    workingDirectory: process.cwd(),
  }
}

/** Writes a line and resolves when the reader is ready for the next one, or is gone. */
export async function writeLine(stream: OutputStream, line: string): Promise<void> {
  await write(stream, `${line}\n`)
}

/** Writes and waits until the stream took it: what is piped into a slow reader does not pile up in memory. */
export function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // A reader that went away is no failure of the writer: whoever cares listens to the stream's own `error`.
    stream.write(text, () => resolve())
  })
}
