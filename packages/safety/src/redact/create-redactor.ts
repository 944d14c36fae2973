import { createValueFinder } from './exact-values.js'
import { findAssignments } from './find-assignments.js'
import { findInContext } from './find-in-context.js'
import { findKeyBlocks } from './find-key-blocks.js'
import { findTokens } from './find-tokens.js'
import { longLine } from './long-line.js'
import { maskSecret, placeholder } from './mask.js'
import { createLineScanner } from './scan-lines.js'
import { mergeSpans, type Span } from './span.js'

export interface RedactorOptions {
  /**
   * Known secrets. Each is found in all its encodings, such as JSON, URL and base64. Values shorter than eight
   * characters are ignored.
   */
  readonly values?: readonly string[]
  /** Patterns of additional secrets. A match must not span lines. */
  readonly patterns?: readonly RegExp[]
  /**
   * Returns the replacement for a secret. Default: a key with a known prefix keeps its first six and last four
   * characters, everything else becomes `[REDACTED]`.
   */
  readonly mask?: (secret: string, isToken: boolean) => string
}

/** Removes secrets from text. */
export interface Redactor {
  /** Returns the text without secrets. Idempotent. */
  redact(text: string): string
  /** Returns the spans of all secrets, in order and without overlaps. */
  find(text: string): readonly Span[]
  /** Starts the redaction of a text that arrives in chunks, with any chunk boundaries. */
  stream(): RedactionStream
}

/** The redaction of a chunked text. The concatenated output equals `redact` of the whole text. */
export interface RedactionStream {
  /**
   * Returns the text that is final by now, usually up to the last line break. Holds back at most about 80,000
   * characters.
   */
  push(piece: string): string
  /** Returns the remaining text. */
  end(): string
}

/**
 * Creates a redactor for the given secrets, strings that look like keys, and values in places where secrets usually
 * occur, such as after `password=`. Runs in linear time.
 */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const { mask = maskSecret } = options
  const findValues = createValueFinder(options.values ?? [])
  const patterns = (options.patterns ?? []).map(toGlobal)
  const findSpans = (text: string) =>
    mergeSpans([
      ...findValues(text),
      ...patterns.flatMap((pattern) => spansOf(text, pattern)),
      ...findTokens(text),
      ...findInContext(text),
      ...findAssignments(text),
      ...findKeyBlocks(text),
    ])

  return {
    redact: (text) => cutOut(text, createLineScanner(findSpans)(text, true).spans, mask),
    find: (text) => createLineScanner(findSpans)(text, true).spans,
    stream: () => createStream(findSpans, mask),
  }
}

type Mask = (secret: string, isToken: boolean) => string

function createStream(findSpans: (text: string) => readonly Span[], mask: Mask): RedactionStream {
  const scan = createLineScanner(findSpans)
  let held = ''
  let lookedAt = 0
  const take = (isWhole: boolean) => {
    const { length, spans } = scan(held, isWhole)
    const text = cutOut(held.slice(0, length), spans, mask)
    held = held.slice(length)
    lookedAt = held.length
    return text
  }
  return {
    push(piece) {
      held += piece
      return piece.includes('\n') || held.length - lookedAt >= longLine ? take(false) : ''
    },
    end: () => take(true),
  }
}

function spansOf(text: string, pattern: RegExp): readonly Span[] {
  return [...text.matchAll(pattern)].flatMap(({ index, 0: match }) =>
    match === '' || match.includes(placeholder) ? [] : [{ start: index, end: index + match.length }],
  )
}

function toGlobal(pattern: RegExp): RegExp {
  return pattern.global ? pattern : new RegExp(pattern, `${pattern.flags}g`)
}

function cutOut(text: string, spans: readonly Span[], mask: Mask): string {
  let kept = ''
  let position = 0
  for (const { start, end, isToken = false, isRest } of spans) {
    kept += text.slice(position, start)
    if (!isRest) kept += mask(text.slice(start, end), isToken)
    position = end
  }
  return kept + text.slice(position)
}
