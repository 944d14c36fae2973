import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'call-cut'
const maxTimes = 4

/**
 * Handles a tool call that was cut off by the output limit, which never runs. If the agent set the limit, it is doubled and the
 * request sent again. Otherwise the call is stored, and its result says what happened.
 */
export const askForMoreRoom: RecoveryRule = ({ reply, request, outputLimit, timesOf }) => {
  const { maxOutputTokens } = request
  if (reply.reason !== 'length' || !reply.message.tool_calls || maxOutputTokens === undefined) return undefined
  const times = timesOf(code)
  const room = Math.min(maxOutputTokens * 2 ** (times + 1), outputLimit ?? Number.POSITIVE_INFINITY)
  if (times >= maxTimes || room <= maxOutputTokens * 2 ** times) return undefined
  return {
    code,
    notice: `A tool call was cut off at the output limit; retrying with a limit of ${room} tokens.`,
    request: { ...request, maxOutputTokens: room },
    isVoid: true,
    orElse: reply,
    kept: '',
    join: joinParagraphs,
  }
}
