import { ConfigError } from '@hermes/core'

/** Whether a text calls the agent. */
export type IsCalled = (text: string) => boolean

/**
 * Compiles `mention_patterns`, ignoring case. Matching takes linear time, because people of a group write the texts: the RE2 engine supports neither
 * backreferences nor lookaround.
 * @throws {ConfigError} when a pattern is not valid.
 */
export async function compileMentions(network: string, patterns: readonly string[]): Promise<IsCalled | undefined> {
  if (patterns.length === 0) return undefined
  const { RE2JS } = await import('re2js')
  const compiled = patterns.map((pattern) => {
    try {
      return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new ConfigError(`platforms.${network}.mention_patterns`, `"${pattern}" is no pattern: ${reason}.`, {
        cause,
      })
    }
  })
  return (text) => compiled.some((pattern) => pattern.matcher(text).find())
}
