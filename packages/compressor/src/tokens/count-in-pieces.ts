import { script, scripts } from './scripts.js'

const pieceLength = 128
/** Long runs of letters, symbols or whitespace. Byte-pair encoding takes time quadratic in the length of a run. */
const longRun = /[\p{L}\p{M}]{128,}|[^\s\p{L}\p{N}]{128,}|\s{128,}/gu

/** Counts a text in linear time. Runs that are longer than any token are counted in pieces, which may add one token per cut. */
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

/**
 * Searches for 128 characters without whitespace or digits, or 128 whitespace characters. Faster than the pattern, and false for most
 * texts.
 */
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
