import type { Readable, Writable } from 'node:stream'
import type { Translate } from '@hermes/safety/language'

/** Input and output of a command, and the language of its user. */
export interface Io extends ProcessIo {
  readonly t: Translate
}

/** Streams, variables and folder of a process, or of a test. */
export interface ProcessIo {
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

/** Returns the streams, variables and folder of this process. */
export function processIo(): ProcessIo {
  return {
    // Each stream is created on first use, because most commands read nothing.
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

/** Returns the same input and output for another language, folder or environment. A stream is still created on first use. */
export function ioWith(
  io: ProcessIo,
  {
    t,
    env = io.env,
    workingDirectory = io.workingDirectory,
  }: Pick<Io, 't'> & Partial<Pick<Io, 'env' | 'workingDirectory'>>,
): Io {
  return {
    get stdin() {
      return io.stdin
    },
    get stdout() {
      return io.stdout
    },
    get stderr() {
      return io.stderr
    },
    env,
    workingDirectory,
    t,
  }
}

/** Writes a line and resolves when the reader is ready for the next one, or has left. */
export async function writeLine(stream: OutputStream, line: string): Promise<void> {
  await write(stream, `${line}\n`)
}

/** Writes a sentence to the user on stderr, in their language. */
export async function tell({ stderr, t }: Pick<Io, 'stderr' | 't'>, english: string): Promise<void> {
  await writeLine(stderr, t.of(english))
}

/** Writes and waits for the stream to drain, so that output for a slow reader does not accumulate in memory. */
export function write(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // A reader that left is not an error of the writer: code that cares listens to the stream's `error`.
    stream.write(text, () => resolve())
  })
}
