import { script, scripts } from './scripts.js'

const pieceLength = 128
/** Letters, signs or blanks in a row: a tokenizer joins them pair by pair, in time that grows with the square of their number. */
const longRun = /[\p{L}\p{M}]{128,}|[^\s\p{L}\p{N}]{128,}|\s{128,}/gu

/**
 * Counts a text so that no run in it costs more than its length: what is longer than any token is counted in pieces, which
 * may add one token for each cut.
 */
export function countInPieces(text: string, count: (text: string) => number): number {
  if (!mayHaveLongRun(text)) return count(text)
  let tokens = 0
  let from = 0
  for (const { 0: run, index } of text.matchAll(longRun)) {
    tokens += count(text.slice(from, index))
    for (let at = 0; at < run.length; at += pieceLength) tokens += count(run.slice(at, at + pieceLength))
    from = index + run.length
  }
  return tokens + count(text.slice(from))
}

/** Looks for as many characters without a blank or a digit, or as many blanks: quicker than the pattern, and true of few texts. */
function mayHaveLongRun(text: string): boolean {
  let from = 0
  let wasBlank = false
  for (let at = 0; at < text.length; at++) {
    const kind = scripts[text.charCodeAt(at)]
    const isBlank = kind === script.blank || kind === script.newline || kind === script.tab
    if (kind === script.digit || isBlank !== wasBlank) from = at
    else if (at - from >= pieceLength - 1) return true
    wasBlank = isBlank
  }
  return false
}
