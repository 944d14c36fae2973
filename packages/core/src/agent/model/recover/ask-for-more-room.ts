import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'call-cut'
const maxTimes = 4

/**
 * A tool call that the output limit cut off is never run. Where the limit was ours, it is doubled and the model asked
 * again; else the call goes into the history, and its result says what happened.
 */
export const askForMoreRoom: RecoveryRule = ({ reply, request, outputLimit, timesOf }) => {
  const { maxOutputTokens } = request
  if (reply.reason !== 'length' || !reply.message.tool_calls || maxOutputTokens === undefined) return undefined
  const times = timesOf(code)
  const room = Math.min(maxOutputTokens * 2 ** (times + 1), outputLimit ?? Number.POSITIVE_INFINITY)
  if (times >= maxTimes || room <= maxOutputTokens * 2 ** times) return undefined
  return {
    code,
    notice: `A tool call was cut off at the limit of the answer; the model is asked again with room for ${room} tokens.`,
    request: { ...request, maxOutputTokens: room },
    isVoid: true,
    orElse: reply,
    kept: '',
    join: joinParagraphs,
  }
}
