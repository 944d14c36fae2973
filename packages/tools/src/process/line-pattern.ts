import { describeError, HermesError } from '@hermes/core'

/** Which of the patterns a line holds; `undefined` for none. */
export type MatchLine = (line: string) => string | undefined

const mostPatterns = 20
const longestPattern = 500
/** `/ready in \d+ ms/i`: anything else is the text itself. */
const expression = /^\/(.+)\/(i?)$/s

/**
 * Texts as they stand, and regular expressions between slashes (RE2: time grows with the line, no faster).
 * @throws {HermesError} `process/pattern`.
 */
export async function compilePatterns(patterns: readonly string[]): Promise<MatchLine> {
  if (patterns.length > mostPatterns || patterns.some((pattern) => pattern.length > longestPattern)) {
    throw new HermesError(
      'process/pattern',
      `There may be ${mostPatterns} patterns of ${longestPattern} characters each: use fewer, or shorter ones.`,
    )
  }
  const tests = await Promise.all(patterns.filter(Boolean).map(compile))
  return (line) => tests.find(({ matches }) => matches(line))?.pattern
}

async function compile(pattern: string) {
  const [, source, flags] = expression.exec(pattern) ?? []
  if (source === undefined) return { pattern, matches: (line: string) => line.includes(pattern) }
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(source, flags === 'i' ? RE2JS.CASE_INSENSITIVE : 0)
    return { pattern, matches: (line: string) => compiled.matcher(line).find() }
  } catch (error) {
    const sentence = `${pattern} is no regular expression of RE2 (${describeError(error)}): correct it, or leave the slashes away to look for the text itself.`
    throw new HermesError('process/pattern', sentence, { cause: error })
  }
}
