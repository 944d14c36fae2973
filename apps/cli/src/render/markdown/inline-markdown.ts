import type { Paint, Span } from '../text/span.js'
import type { Style } from '../text/style.js'
import { findFormula, type RenderFormula } from './find-formula.js'

export interface InlineParse {
  readonly spans: readonly Span[]
  /** Text that cannot be parsed before more arrives. */
  readonly rest: string
}

/** Emphasis, code or a link that is still open after this many characters is plain text. */
const longestWait = 400

/** How to draw the parts of a line. */
export interface InlineLook {
  readonly style: Style
  /** Renders formulas. Default: they stay as written. */
  readonly formula?: RenderFormula | undefined
}

interface Construct {
  readonly complete: RegExp
  /** Matches text that may still become the construct. */
  readonly mayStart: RegExp
  toSpans(match: RegExpExecArray, look: InlineLook, paint: Paint): readonly Span[]
}

const emphasis = (complete: RegExp, mayStart: RegExp, kind: 'bold' | 'italic' | 'strike'): Construct => ({
  complete,
  mayStart,
  toSpans: ([, inner = ''], look, paint) => parseInline(inner, look, (text) => paint(look.style[kind](text))).spans,
})

const constructs: Readonly<Record<string, readonly Construct[]>> = {
  $: [],
  '\\': [
    {
      complete: /^\\([\\`*_{}[\]()#+\-.!~|<>])/,
      mayStart: /^\\$/,
      toSpans: ([, character = ''], _, paint) => [{ text: character, paint }],
    },
  ],
  '`': [
    {
      complete: /^(`+)(?!`)([\s\S]*?[^`])\1(?!`)/,
      mayStart: /^`/,
      toSpans: ([, , code = ''], { style }, paint) => [{ text: code, paint: (text) => paint(style.accent(text)) }],
    },
  ],
  '*': [
    emphasis(/^\*\*(?=[^\s*])([\s\S]*?[^\s])\*\*/, /^\*\*(?!\s)/, 'bold'),
    emphasis(/^\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\*)/, /^\*(?!\s)/, 'italic'),
  ],
  _: [
    emphasis(/^__(?=[^\s_])([\s\S]*?[^\s])__(?!\w)/, /^__(?!\s)/, 'bold'),
    emphasis(/^_(?=[^\s_])([\s\S]*?[^\s_])_(?!\w)/, /^_(?!\s)/, 'italic'),
  ],
  '~': [emphasis(/^~~(?=\S)([\s\S]*?\S)~~/, /^~(~(?!\s)|$)/, 'strike')],
  '[': [
    {
      complete: /^\[([^\]]*)\]\(([^)\s]*)(?:\s+"[^"]*")?\)/,
      mayStart: /^\[[^\]]*(\]$|\]\([^)]*$|$)/,
      toSpans: ([, label = '', url = ''], { style, ...look }, paint) => [
        ...parseInline(label, { ...look, style }, (text) => style.link(paint(style.underline(text)), url)).spans,
        ...(url === label
          ? []
          : [{ text: ` (${url})`, paint: (text: string) => style.link(paint(style.muted(text)), url) }]),
      ],
    },
  ],
}

/** Parses complete text: unclosed markup is plain. */
export function parseInline(text: string, look: InlineLook, paint: Paint): InlineParse {
  return takeInline(text, { ...look, paint, isWhole: true })
}

export interface InlineOptions extends InlineLook {
  readonly paint: Paint
  /** Whether the line is complete. */
  readonly isWhole: boolean
  /** Character before the text, if a part of the line was already written. */
  readonly before?: string
}

/** Parses as much of a growing line as can be decided. The returned `spans` are final. */
export function takeInline(text: string, { paint, isWhole, before = '', ...look }: InlineOptions): InlineParse {
  const spans: Span[] = []
  let plainFrom = 0
  let position = 0
  const flush = () => {
    if (position > plainFrom) spans.push({ text: text.slice(plainFrom, position), paint })
  }
  while (position < text.length) {
    const marker = text.charAt(position)
    const candidates = constructs[marker]
    const previous = position === 0 ? before : text.charAt(position - 1)
    if (!candidates || (marker === '_' && /\w/.test(previous))) {
      position += 1
      continue
    }
    const ahead = text.slice(position, position + longestWait)
    const formula = marker === '$' || marker === '\\' ? formulaAt(ahead, isWhole) : undefined
    if (formula === 'open') break
    if (formula) {
      flush()
      spans.push({ text: drawFormula(formula.latex, look) ?? ahead.slice(0, formula.length), paint })
      position += formula.length
      plainFrom = position
      continue
    }
    const found = firstMatch(candidates, ahead)
    // Markup that closes at the very end may continue: the next character decides between `*a*` and `*a**`.
    const isOpen = found
      ? found.match[0].length === ahead.length
      : candidates.some(({ mayStart }) => mayStart.test(ahead))
    if (isOpen && !isWhole && ahead.length < longestWait) break
    if (found) {
      flush()
      spans.push(...found.construct.toSpans(found.match, look, paint))
      position += found.match[0].length
      plainFrom = position
    } else {
      position += markerLength(ahead, marker)
    }
  }
  flush()
  return { spans, rest: text.slice(position) }
}

/** At the end of a line, or after a long wait, an open formula counts as plain text. */
function formulaAt(ahead: string, isWhole: boolean): ReturnType<typeof findFormula> {
  const isAll = isWhole || ahead.length === longestWait
  // A blank stands in for the end of the line.
  const found = findFormula(isAll ? `${ahead} ` : ahead)
  return isAll && found === 'open' ? undefined : found
}

/** Draws a formula that fits into one row. */
function drawFormula(latex: string, { formula }: InlineLook): string | undefined {
  const drawn = formula?.(latex)
  return drawn?.includes('\n') ? undefined : drawn
}

function firstMatch(candidates: readonly Construct[], text: string) {
  for (const construct of candidates) {
    const match = construct.complete.exec(text)
    if (match) return { construct, match }
  }
  return undefined
}

/** A run of the same marker is parsed as a whole: `****` is not an opener with three leftovers. */
function markerLength(text: string, marker: string): number {
  let length = 1
  while (marker !== '[' && marker !== '\\' && text.charAt(length) === marker) length += 1
  return length
}
