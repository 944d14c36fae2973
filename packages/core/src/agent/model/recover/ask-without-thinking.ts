import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'thinking-cut'

/** Retries without reasoning when the model spent its whole output limit on it. */
export const askWithoutThinking: RecoveryRule = ({ reply, request, timesOf }) => {
  const { content, reasoning, tool_calls: calls } = reply.message
  if (reply.reason !== 'length' || calls || content?.trim() || !reasoning?.trim() || timesOf(code) > 0) return undefined
  return {
    code,
    notice: 'The model spent its whole output limit on reasoning; retrying without it.',
    request: { ...request, reasoning: 'none' },
    isVoid: true,
    kept: '',
    join: joinParagraphs,
  }
}
