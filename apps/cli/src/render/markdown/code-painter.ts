/** Paints code; `undefined` for an unknown language. Keeps the text and its line breaks. */
export type CodePainter = (code: string, language: string) => string | undefined

/** Paints the lines of one code block as they arrive. */
export interface CodeLines {
  /** @returns the painted line, or `undefined` if the language is unknown or the painter is not loaded yet. */
  paint(line: string): string | undefined
}

/** Multi-line strings and comments are recognized if they start within this many characters before a line. */
const contextCharacters = 3_000
/** Length from which a line counts as data, in characters. */
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
