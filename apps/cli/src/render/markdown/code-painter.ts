/** Paints code; `undefined` for a language that it does not know. It keeps the text and its line breaks. */
export type CodePainter = (code: string, language: string) => string | undefined

/** Paints the lines of one code block as they arrive. */
export interface CodeLines {
  /** @returns the painted line, or `undefined` if its language is not known or the painter is not loaded yet. */
  paint(line: string): string | undefined
}

/** Strings and comments of several lines are recognised as far as they begin in this many characters before a line. */
const contextCharacters = 3_000
/** Longer lines are data. */
const longestLine = 1_000

export function createCodeLines(painter: () => CodePainter | undefined, language: string): CodeLines {
  let before = ''
  return {
    paint(line) {
      const code = before + line
      const kept =
        code.length > contextCharacters ? code.slice(code.indexOf('\n', -contextCharacters + code.length) + 1) : code
      before = kept.length > contextCharacters ? '' : `${kept}\n`
      if (line.length > longestLine) return undefined
      return painter()?.(code, language)?.split('\n').at(-1)
    },
  }
}
