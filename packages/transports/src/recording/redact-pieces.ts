import { placeholder, type Redactor } from '@hermes/safety/redact'

/**
 * Redacts a text that is split into pieces, including secrets that span several pieces. Returns the same number of
 * pieces, which form the redacted text when joined.
 */
export function redactPieces(pieces: readonly string[], redactor: Redactor): readonly string[] {
  const spans = redactor.find(pieces.join(''))
  let offset = 0
  let passed = 0
  return pieces.map((piece) => {
    const from = offset
    offset += piece.length
    while ((spans[passed]?.end ?? Number.POSITIVE_INFINITY) <= from) passed += 1
    let kept = ''
    let position = 0
    for (const { start, end, isRest } of spans.slice(passed, firstFrom(spans, passed, offset))) {
      kept += piece.slice(position, Math.max(start - from, 0))
      if (start >= from && !isRest) kept += placeholder
      position = end - from
    }
    return kept + piece.slice(position)
  })
}

/** Returns the index of the first span that begins at `offset` or later. */
function firstFrom(spans: readonly { readonly start: number }[], from: number, offset: number): number {
  let index = from
  while ((spans[index]?.start ?? Number.POSITIVE_INFINITY) < offset) index += 1
  return index
}
