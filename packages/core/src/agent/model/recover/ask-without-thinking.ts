import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'thinking-cut'

/** A model that used up its whole answer for thinking is asked again without. */
export const askWithoutThinking: RecoveryRule = ({ reply, request, timesOf }) => {
  const { content, reasoning, tool_calls: calls } = reply.message
  if (reply.reason !== 'length' || calls || content?.trim() || !reasoning?.trim() || timesOf(code) > 0) return undefined
  return {
    code,
    notice: 'The model used up the limit of its answer for thinking; it is asked again without.',
    request: { ...request, reasoning: 'none' },
    isVoid: true,
    kept: '',
    join: joinParagraphs,
  }
}
