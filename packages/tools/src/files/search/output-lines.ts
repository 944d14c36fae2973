import type { OutputChunk } from '@hermes/core/environment'

const maxErrorChunks = 16

/**
 * The lines of standard output, without their ends. A record of `--files --null` ends in NUL and has no line end: it comes as
 * a line as well, with its NUL. Standard error is kept in `errors`, as far as somebody might read it.
 */
export async function* outputLines(output: AsyncIterable<OutputChunk>, errors: string[]): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let open = ''
  for await (const { stream, data } of output) {
    if (stream === 'stderr') {
      if (errors.length < maxErrorChunks) errors.push(Buffer.from(data).toString())
      continue
    }
    const records = (open + decoder.decode(data, { stream: true })).split(/\n|(?<=\0)(?=\.\/)/)
    open = records.pop() ?? ''
    yield* records
  }
  if (open !== '') yield open
}
