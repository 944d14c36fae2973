import { describeError, HermesError } from '@hermes/core'

/** Returns the pattern that a line matches, or `undefined`. */
export type MatchLine = (line: string) => string | undefined

const mostPatterns = 20
const longestPattern = 500
/** Regular expression in slashes, such as `/ready in \d+ ms/i`. Anything else is literal text. */
const expression = /^\/(.+)\/(i?)$/s

/**
 * Compiles literal texts and regular expressions between slashes (RE2, which runs in linear time).
 *
 * @throws {HermesError} `process/pattern`.
 */
export async function compilePatterns(patterns: readonly string[]): Promise<MatchLine> {
  if (patterns.length > mostPatterns || patterns.some((pattern) => pattern.length > longestPattern)) {
    throw new HermesError(
      'process/pattern',
      `At most ${mostPatterns} patterns of ${longestPattern} characters each are allowed: use fewer or shorter ones.`,
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
    const sentence = `${pattern} is not a valid RE2 regular expression (${describeError(error)}): correct it, or remove the slashes to match literal text.`
    throw new HermesError('process/pattern', sentence, { cause: error })
  }
}
