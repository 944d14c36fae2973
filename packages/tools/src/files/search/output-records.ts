import type { OutputChunk } from '@hermes/core/environment'

const maxErrorChunks = 16

export interface RecordOptions {
  /** Whether each record is only the name of a file. */
  readonly isNames: boolean
  /** Receives a bounded part of standard error. */
  readonly errors: string[]
}

/** Separator between hits that are not adjacent. */
export const gap = '--'

/**
 * Yields the records that ripgrep writes with `--null`, without their ends. A record is the name of a file, NUL and,
 * unless only names are requested, a line of text; or it is {@link gap}. A name may contain line ends.
 */
export async function* outputRecords(
  output: AsyncIterable<OutputChunk>,
  { isNames, errors }: RecordOptions,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const endOf = isNames ? endOfName : endOfLine
  let open = ''
  for await (const { stream, data } of output) {
    if (stream === 'stderr') {
      if (errors.length < maxErrorChunks) errors.push(Buffer.from(data).toString())
      continue
    }
    open += decoder.decode(data, { stream: true })
    let start = 0
    for (let end = endOf(open, start); end !== -1; end = endOf(open, start)) {
      yield withoutWarnings(open.slice(start, end))
      start = end + 1
    }
    open = open.slice(start)
  }
  if (open !== '') yield withoutWarnings(open)
}

function endOfName(text: string, start: number): number {
  return text.indexOf('\0', start)
}

function endOfLine(text: string, start: number): number {
  if (text.startsWith(`${gap}\n`, start)) return start + gap.length
  const name = text.indexOf('\0', start)
  return name === -1 ? -1 : text.indexOf('\n', name)
}

/** Warning about a binary file after its hits. The line has no NUL, so it appears in front of the next record. */
const warning = /: (?:WARNING: stopped searching binary file after match|binary file matches) \(found /

function withoutWarnings(record: string): string {
  if (!warning.test(record)) return record
  const [name = ''] = record.split('\0', 1)
  const lines = name.split('\n')
  const last = lines.findLastIndex((line) => warning.test(line))
  const next = lines[last + 1] === gap ? last + 2 : last + 1
  return lines.slice(next).join('\n') + record.slice(name.length)
}
