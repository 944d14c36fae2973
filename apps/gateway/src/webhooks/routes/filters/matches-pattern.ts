import { compilePattern } from './compile-pattern.js'

/** Maximum number of characters that are matched. Longer texts are matched by their beginning. */
const mostText = 100_000

/**
 * Whether a part of a text matches an RE2 pattern. That takes linear time, which matters because strangers write the texts.
 * @throws {ConfigError} when the pattern is not valid.
 */
export async function matchesPattern(pattern: string, text: string): Promise<boolean> {
  return (await compilePattern(pattern)).matcher(text.slice(0, mostText)).find()
}
