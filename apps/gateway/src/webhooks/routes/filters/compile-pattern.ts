import { ConfigError, describeError } from '@hermes/core'

/** Compiles an RE2 pattern. @throws {ConfigError} if it is not valid. */
export async function compilePattern(pattern: string) {
  const { RE2JS } = await import('re2js')
  try {
    return RE2JS.compile(pattern)
  } catch (cause) {
    const sentence = `"${pattern}" is no pattern of RE2 (${describeError(cause)}): correct it.`
    throw new ConfigError('webhooks', sentence, { cause })
  }
}
