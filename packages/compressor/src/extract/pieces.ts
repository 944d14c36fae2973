/** Maximum length of a piece in characters, about a millisecond of work. */
const longest = 16_384

/** Splits a long text between words, unless a word is as long as a piece. */
export function* piecesOf(text: string): Iterable<string> {
  let start = 0
  while (text.length - start > longest) {
    const piece = text.slice(start, start + longest)
    const space = Math.max(piece.lastIndexOf(' '), piece.lastIndexOf('\n'))
    const end = start + (space > 0 ? space : longest)
    yield text.slice(start, end)
    start = end
  }
  yield text.slice(start)
}
