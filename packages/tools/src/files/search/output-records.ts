import type { OutputChunk } from '@hermes/core/environment'

const maxErrorChunks = 16

/**
 * The lines of standard output without line ends. Records of `--files --null`, which end in NUL, are returned like
 * lines, with their NUL. A bounded part of standard error is kept in `errors`.
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
