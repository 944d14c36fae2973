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
   * Secrets that are known, as they are: they are found in every spelling that texts give them. Those of less than eight
   * characters are left out.
   */
  readonly values?: readonly string[]
  /** What else is secret. A match may not cross lines. */
  readonly patterns?: readonly RegExp[]
  /**
   * What stands in place of a secret. Default: a long key of a known kind keeps its first six and last four characters, anything
   * else becomes `[REDACTED]`.
   */
  readonly mask?: (secret: string, isToken: boolean) => string
}

/** Takes secrets out of texts. */
export interface Redactor {
  /** The text without secrets. Doing it twice changes nothing more. */
  redact(text: string): string
  /** Where the secrets are, in order, apart from each other. */
  find(text: string): readonly Span[]
  /** For a text that comes in pieces, however it is cut. */
  stream(): RedactionStream
}

/** A text that comes in pieces. All that it gives out, joined, is what `redact` makes of the whole. */
export interface RedactionStream {
  /** What can be told by now: as a rule all up to the last line break; at most some 80,000 characters are held back. */
  push(piece: string): string
  /** The rest. */
  end(): string
}

/** Removes the given secrets, whatever looks like a key, and what stands where secrets stand. Time grows with the text, no faster. */
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
