import { nudges } from '../../../recovery/nudges.js'
import { stitch } from '../../../recovery/stitch.js'
import type { RecoveryRule } from './recovery.js'
import { withTail } from './with-tail.js'

const code = 'text-cut'
const maxTimes = 4
/** The minimum space left in the window, in tokens: with less, continuing would overflow it. */
const leastRoom = 512

/** Continues a text that was cut off by the output limit. The parts become one answer. */
export const continueText: RecoveryRule = ({ reply, request, text, contextWindow, timesOf }) => {
  const { content, tool_calls: calls } = reply.message
  if (reply.reason !== 'length' || calls || !content?.trim() || timesOf(code) >= maxTimes) return undefined
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = reply.usage
  const used = inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens
  if (used > 0 && contextWindow - used < leastRoom) return undefined
  return {
    code,
    notice: 'The answer was cut off at the output limit; asking the model to continue.',
    request: withTail(request, text, nudges.continueText),
    kept: text,
    join,
  }
}

function join(kept: string, next: string): string {
  return stitch([kept, next])
}
