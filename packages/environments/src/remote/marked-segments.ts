/** Text before a line of the form `<mark> <argument>`, and that argument. */
export interface Segment {
  readonly data: Buffer
  readonly argument: string
}

/** Splits a stream at lines that start with the mark. Drops the text after the last one. */
export async function* markedSegments(stream: AsyncIterable<Buffer>, mark: string): AsyncGenerator<Segment> {
  const needle = Buffer.from(mark)
  let parts: Buffer[] = []
  // Long enough to contain a split mark. It is searched again with the next chunk.
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    tail = Buffer.concat([tail, chunk])
    for (let begin = tail.indexOf(needle); begin !== -1; begin = tail.indexOf(needle)) {
      const end = tail.indexOf('\n', begin)
      if (end === -1) break
      const argument = tail
        .subarray(begin + needle.length, end)
        .toString()
        .trim()
      yield { data: Buffer.concat([...parts, tail.subarray(0, begin)]), argument }
      parts = []
      tail = tail.subarray(end + 1)
    }
    if (tail.length > 2 * needle.length && !tail.includes(needle)) {
      parts.push(tail.subarray(0, -needle.length))
      tail = tail.subarray(-needle.length)
    }
  }
}
