export interface LineReader {
  /** Returns the lines that a chunk completes, without line ends. @throws when a line is too long. */
  read(piece: Buffer): readonly string[]
}

const newline = 10

/** @param limit Maximum length of a line in bytes. */
export function createLineReader(limit: number): LineReader {
  let pieces: Buffer[] = []
  let size = 0

  function take(end: Buffer): string {
    const line = Buffer.concat([...pieces, end]).toString('utf8')
    pieces = []
    size = 0
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }

  return {
    read(piece) {
      const lines: string[] = []
      let start = 0
      for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
        lines.push(take(piece.subarray(start, end)))
        start = end + 1
      }
      const rest = piece.subarray(start)
      size += rest.length
      if (size > limit) throw new Error(`The server sent a message of more than ${limit} bytes.`)
      if (rest.length > 0) pieces.push(rest)
      return lines.filter((line) => line !== '')
    },
  }
}
