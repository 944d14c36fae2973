import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** What a person takes for one character: never cut inside. */
export function graphemes(text: string): readonly string[] {
  // Plain ASCII, which is nearly everything, needs no segmenter.
  if (/^[ -~\n\t]*$/.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** How many columns text takes in a terminal; escape sequences take none. */
export function textWidth(text: string): number {
  return stringWidth(text)
}

/** The text, or as much of it as fits with an ellipsis. Give it one line without escape sequences. */
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
