import type { Usage } from '@hermes/core'
import type { Tokens } from './tokens-schema.js'

/** Returns usage without its cost. */
export function tokensOf({
  inputTokens,
  outputTokens,
  cacheReadTokens,
  cacheWriteTokens,
  reasoningTokens,
}: Usage): Tokens {
  return { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens }
}

/** Returns the usage since `before`. */
export function tokensSince(before: Tokens, now: Tokens): Tokens {
  return {
    inputTokens: now.inputTokens - before.inputTokens,
    outputTokens: now.outputTokens - before.outputTokens,
    cacheReadTokens: now.cacheReadTokens - before.cacheReadTokens,
    cacheWriteTokens: now.cacheWriteTokens - before.cacheWriteTokens,
    reasoningTokens: now.reasoningTokens - before.reasoningTokens,
  }
}
