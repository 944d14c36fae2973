import type { Readable, Writable } from 'node:stream'

/** The input and output of a command: the process's own, or a test's. */
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
    // Each is made when it is first asked for, and most commands read nothing.
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return process.stdout
    },
    get stderr() {
      return process.stderr
    },
    env: process.env,
    workingDirectory: process.cwd(),
  }
}

/** Writes a line and resolves when the reader is ready for the next one, or is gone. */
export async function writeLine(stream: OutputStream, line: string): Promise<void> {
  await write(stream, `${line}\n`)
}

/** Writes and waits for the stream to drain, so that output for a slow reader does not accumulate in memory. */
export function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // A reader that left is not an error of the writer: interested code listens to the stream's `error`.
    stream.write(text, () => resolve())
  })
}
