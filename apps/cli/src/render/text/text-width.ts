import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Splits a text into graphemes, which must not be split further. */
export function graphemes(text: string): readonly string[] {
  // Plain ASCII, the common case, needs no segmenter.
  if (/^[ -~\n\t]*$/.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Returns the width of a text in terminal columns. Escape sequences have no width. */
export function textWidth(text: string): number {
  return stringWidth(text)
}

/** Pads a text with spaces on the right, to a width in columns. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)))
}

/** Pads a text with spaces on the left, to a width in columns. */
export function paddedLeft(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text
}

/** Centers a text in a width in columns. */
export function centered(text: string, columns: number): string {
  const room = Math.max(0, columns - textWidth(text))
  return padded(' '.repeat(Math.floor(room / 2)) + text, columns)
}

/** Truncates a text with an ellipsis. Expects one line without escape sequences. */
export function truncate(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let width = 1
  let kept = ''
  for (const grapheme of graphemes(text)) {
    width += textWidth(grapheme)
    if (width > columns) break
    kept += grapheme
  }
  return columns < 1 ? '' : `${kept.trimEnd()}…`
}
