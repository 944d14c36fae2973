const newline = 0x0a

/**
 * The lines of a byte stream as they come, of any length. Only `\n` ends one: a JSON text may hold the other separators
 * of Unicode as they are.
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
