/** Append-only text that keeps only its start and its newest part. */
export interface OutputLog {
  append(text: string): void
  /** Returns the number of characters appended so far. */
  length(): number
  /** Returns the number of line breaks appended so far. */
  lines(): number
  /** Returns the text after a position, and how much of it is no longer kept. */
  since(position: number): { readonly text: string; readonly missed: number }
  /** Returns the newest characters. */
  tail(characters: number): string
  /** Returns lines by number, starting at 0; by default the last ones. `first` is the number of the first returned line. */
  page(offset: number | undefined, limit: number): LogPage
  /** Returns the start and end in at most `limit` characters, with `note` between them when something is omitted. */
  bounded(limit: number, note: (left: LeftOut) => string): string
}

export interface LogPage {
  readonly text: string
  readonly first: number
  readonly count: number
}

export interface LeftOut {
  readonly head: string
  readonly tail: string
}

export interface OutputLogOptions {
  /** Number of the newest characters that are kept. */
  readonly kept: number
  /** Number of characters that are kept from the start. */
  readonly head: number
}

const headShare = 0.4
/** Chunks are joined until they reach this length. */
const pieceLength = 4_096

export function createOutputLog({ kept, head: headLimit }: OutputLogOptions): OutputLog {
  let head = ''
  let pieces: string[] = []
  let pieceCharacters = 0
  let length = 0
  let lines = 0

  const joined = () => {
    if (pieces.length !== 1) pieces = [pieces.join('')]
    const [text = ''] = pieces
    return text
  }
  const trim = () => {
    if (pieceCharacters < 2 * kept) return
    const text = joined().slice(-kept)
    pieces = [text]
    pieceCharacters = text.length
  }
  const newest = () => withoutHalves(joined().slice(-kept))
  const tail = (characters: number) =>
    characters > 0 ? withoutHalves(joined().slice(-Math.min(characters, kept))) : ''

  return {
    length: () => length,
    lines: () => lines,
    append(text) {
      if (text === '') return
      if (head.length < headLimit) head += text.slice(0, headLimit - head.length)
      const last = pieces.at(-1)
      if (last !== undefined && pieces.length > 1 && last.length < pieceLength) pieces[pieces.length - 1] = last + text
      else pieces.push(text)
      pieceCharacters += text.length
      length += text.length
      lines += countLines(text)
      trim()
    },
    since(position) {
      const text = newest()
      const first = length - text.length
      return { text: text.slice(Math.max(0, position - first)), missed: Math.max(0, first - position) }
    },
    tail,
    page(offset, limit) {
      const text = newest()
      const rows = text.split('\n')
      if (rows.at(-1) === '') rows.pop()
      // A partially dropped line counts as dropped.
      const gone = lines - countLines(text)
      if (text.length < length) rows.shift()
      const start = text.length < length ? gone + 1 : gone
      const from = offset === undefined ? Math.max(0, rows.length - limit) : Math.max(0, offset - start)
      const shown = rows.slice(from, from + limit)
      return { text: shown.join('\n'), first: start + from, count: shown.length }
    },
    bounded(limit, note) {
      if (length <= limit && length <= kept) return joined()
      // Reserves space for the longest note, whose length depends on its numbers.
      const room = Math.max(0, limit - note({ head: '', tail: '' }).length)
      const start = withoutHalves(head.slice(0, Math.floor(room * headShare)))
      const end = tail(room - start.length)
      return `${start}${note({ head: start, tail: end })}${end}`
    },
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Removes unpaired surrogates at both ends. */
function withoutHalves(text: string): string {
  return text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
