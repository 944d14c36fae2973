import { ConfigError, describeError } from '@hermes/core'

/** Longer texts are matched by their beginning. */
const mostText = 100_000

/**
 * Whether a part of a text matches a pattern of RE2, which takes linear time: strangers write the texts.
 * @throws {ConfigError} when the pattern is not valid.
 */
export async function matchesPattern(pattern: string, text: string): Promise<boolean> {
  const { RE2JS } = await import('re2js')
  const part = text.slice(0, mostText)
  try {
    return RE2JS.compile(pattern).matcher(part).find()
  } catch (cause) {
    const sentence = `"${pattern}" is no pattern of RE2 (${describeError(cause)}): correct it.`
    throw new ConfigError('webhooks', sentence, { cause })
  }
}
