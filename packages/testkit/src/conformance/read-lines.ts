const newline = 0x0a

/**
 * Yields the lines of a byte stream, of any length. Only `\n` ends a line, because JSON text may contain the other line
 * separators of Unicode.
 */
export async function* readLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let open: Uint8Array[] = []
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      yield decode([...open, chunk.subarray(start, end)])
      open = []
      start = end + 1
    }
    if (start < chunk.length) open.push(chunk.subarray(start))
  }
  if (open.length > 0) yield decode(open)
}

function decode(parts: readonly Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(parts))
}
