import type { Span } from './span.js'
import { graphemes, textWidth } from './text-width.js'

/** Wraps styled text at word boundaries while it streams. The output of `push` is final, because a word is only written when it is complete. */
export interface WordWrapper {
  /** Starts a line with its prefix. Rows after the first are indented by `hang` columns. */
  begin(prefix: string, hang: number): string
  push(spans: readonly Span[]): string
  /** Ends the line: writes the last word and a line feed. */
  end(): string
}

/** @param columns Called for each row, because the terminal may be resized while text streams. */
export function createWordWrapper(columns: () => number): WordWrapper {
  let column = 0
  let indent = 0
  let gap = 0
  let word: Span[] = []
  let wordWidth = 0

  const flushWord = () => {
    if (word.length === 0) return ''
    const isOverfull = column + gap + wordWidth > columns() && column > indent
    const before = isOverfull ? `\n${' '.repeat(indent)}` : ' '.repeat(gap)
    column = (isOverfull ? indent : column + gap) + wordWidth
    const output = before + word.map(({ text, paint }) => paint(text)).join('')
    word = []
    wordWidth = 0
    gap = 0
    return output
  }
  const add = (text: string, { paint }: Span) => {
    const last = word.at(-1)
    if (last?.paint === paint) word.splice(-1, 1, { text: last.text + text, paint })
    else word.push({ text, paint })
    wordWidth += textWidth(text)
  }

  return {
    begin(prefix, hang) {
      column = textWidth(prefix)
      indent = Math.min(hang, Math.floor(columns() / 2))
      gap = 0
      return prefix
    },
    push(spans) {
      let output = ''
      for (const span of spans) {
        for (const { text, kind } of pieces(span.text)) {
          if (kind === 'space') {
            output += flushWord()
            gap += text.length
          } else {
            // Text without spaces may break between any two characters.
            if (kind === 'wide') output += flushWord()
            add(text, span)
          }
        }
      }
      return output
    },
    end() {
      const output = `${flushWord()}\n`
      column = 0
      indent = 0
      gap = 0
      return output
    },
  }
}

interface Piece {
  readonly text: string
  readonly kind: 'space' | 'word' | 'wide'
}

function pieces(text: string): readonly Piece[] {
  return text.split(/([ \t]+)/).flatMap((part): readonly Piece[] => {
    if (part === '') return []
    if (/^[ \t]/.test(part)) return [{ text: part.replaceAll('\t', '  '), kind: 'space' }]
    if (/^[!-~]*$/.test(part)) return [{ text: part, kind: 'word' }]
    return graphemes(part).map((grapheme) => ({ text: grapheme, kind: textWidth(grapheme) > 1 ? 'wide' : 'word' }))
  })
}
