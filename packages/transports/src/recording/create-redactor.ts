import { placeholder, secretPatterns } from './secret-patterns.js'

/** Takes secrets out of texts. */
export interface Redactor {
  redact(text: string): string
  /** The same for a text that comes in pieces, also where a secret is cut apart: joined, they are the redacted text. */
  redactPieces(pieces: readonly string[]): readonly string[]
}

/** From `start` up to, not including, `end`. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Removes the given secrets, also as they stand in JSON and in addresses, and whatever looks like a key.
 *
 * @param secrets the exact values; empty ones are left out.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const values = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellings))]

  function secretsIn(text: string): readonly Span[] {
    const exact = values.flatMap((value) => occurrences(text, value))
    const shaped = secretPatterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length })),
    )
    return mergeSpans([...exact, ...shaped])
  }

  return {
    redact: (text) => cutOut(text, 0, secretsIn(text)),
    redactPieces(pieces) {
      const spans = secretsIn(pieces.join(''))
      let offset = 0
      let passed = 0
      return pieces.map((piece) => {
        const start = offset
        offset += piece.length
        while ((spans[passed]?.end ?? Number.POSITIVE_INFINITY) <= start) passed += 1
        return cutOut(piece, start, spans, passed)
      })
    },
  }
}

function spellings(secret: string): readonly string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]
}

function occurrences(text: string, value: string): readonly Span[] {
  const spans: Span[] = []
  for (let start = text.indexOf(value); start !== -1; start = text.indexOf(value, start + value.length)) {
    spans.push({ start, end: start + value.length })
  }
  return spans
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = []
  for (const span of [...spans].sort((left, right) => left.start - right.start)) {
    const last = merged.at(-1)
    if (!last || span.start >= last.end) merged.push(span)
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) }
  }
  return merged
}

/**
 * A part of the text, which begins at `offset`, without the spans, the placeholder where one begins. `first` is the first
 * span that does not end before the part.
 */
function cutOut(part: string, offset: number, spans: readonly Span[], first = 0): string {
  let kept = ''
  let position = 0
  for (let index = first; index < spans.length; index++) {
    const { start, end } = spans[index] ?? { start: Number.POSITIVE_INFINITY, end: 0 }
    if (start >= offset + part.length) break
    kept += part.slice(position, Math.max(start - offset, 0))
    if (start >= offset) kept += placeholder
    position = end - offset
  }
  return kept + part.slice(position)
}
