/** Letters, signs or blanks in a row: a tokenizer joins them pair by pair, in time that grows with the square of their number. */
const longRun = /[\p{L}\p{M}]{128,}|[^\s\p{L}\p{N}]{128,}|\s{128,}/gu
const pieceLength = 128

/**
 * Counts a text so that no run in it costs more than its length: what is longer than any token is counted in pieces, which
 * may add one token for each cut.
 */
export function countInPieces(text: string, count: (text: string) => number): number {
  let tokens = 0
  let from = 0
  for (const { 0: run, index } of text.matchAll(longRun)) {
    tokens += count(text.slice(from, index))
    for (let at = 0; at < run.length; at += pieceLength) tokens += count(run.slice(at, at + pieceLength))
    from = index + run.length
  }
  return tokens + count(from === 0 ? text : text.slice(from))
}
