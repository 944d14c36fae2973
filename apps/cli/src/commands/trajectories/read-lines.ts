import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { TrajectoryLine } from '@hermes/compressor/trajectories'
import { HermesError } from '@hermes/core'

/** Maximum length of a line, in characters. Longer lines indicate a broken file, and must not fill the memory. */
const longestLine = 256 * 1024 * 1024

export interface ReadLinesOptions {
  readonly signal: AbortSignal
  /** Called with the number of characters read so far. */
  readonly onRead?: (characters: number) => void
  /** Maximum length of a line. Default: 256 million characters. */
  readonly maxLineLength?: number
}

/** Yields the non-empty lines of a file, decompressing `.gz`, one at a time. */
export async function* readLines(path: string, options: ReadLinesOptions): AsyncGenerator<TrajectoryLine> {
  const { signal, onRead, maxLineLength = longestLine } = options
  let number = 0
  let parts: string[] = []
  let length = 0
  const take = (): TrajectoryLine => {
    const line = toLine(number + 1, parts.join(''), length > maxLineLength)
    number += 1
    parts = []
    length = 0
    return line
  }
  const add = (text: string) => {
    length += text.length
    if (length <= maxLineLength) parts.push(text)
    else parts = []
  }
  let read = 0
  for await (const chunk of openText(path, signal)) {
    const [first = '', ...more] = chunk.split('\n')
    add(first)
    for (const text of more) {
      const line = take()
      if (!isEmpty(line)) yield line
      add(text)
    }
    read += chunk.length
    onRead?.(read)
  }
  const last = take()
  if (!isEmpty(last)) yield last
}

function toLine(number: number, text: string, isTooLong: boolean): TrajectoryLine {
  return { number, text, ...(isTooLong && { problem: 'The line is too long.' }) }
}

function isEmpty({ text, problem }: TrajectoryLine): boolean {
  return problem === undefined && text.trim() === ''
}

async function* openText(path: string, signal: AbortSignal): AsyncGenerator<string> {
  const file = createReadStream(path)
  // Errors of either stream reach the reader through the last one.
  const stream = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file
  stream.setEncoding('utf8')
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted()
      yield String(chunk)
    }
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new HermesError('cli/input', `${path} cannot be read completely: check that it exists and is not damaged.`, {
      cause,
    })
  } finally {
    file.destroy()
  }
}
