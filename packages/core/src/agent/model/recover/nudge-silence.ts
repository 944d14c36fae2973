import { TransportError } from '../../../contracts/errors/errors.js'
import type { AssistantMessage } from '../../../contracts/model/message.js'
import { nudges } from '../../../recovery/nudges.js'
import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'empty-reply'
const maxTimes = 2

/** Retries an empty reply. After tool results, the retry points them out. */
export const nudgeSilence: RecoveryRule = ({ reply, request, kept, timesOf }) => {
  // Text from before the empty reply is an answer.
  if (!isEmpty(reply.message) || kept) return undefined
  const times = timesOf(code)
  if (times >= maxTimes) {
    throw new TransportError(
      'protocol',
      `The model "${request.model}" returned an empty answer ${maxTimes + 1} times: try again, or use another model.`,
    )
  }
  const isAfterResults = request.messages.at(-1)?.role === 'tool'
  const nudge = { role: 'user', content: nudges.afterSilence } as const
  return {
    code,
    notice: 'The model returned an empty answer; asking again.',
    request: isAfterResults && times === 0 ? { ...request, messages: [...request.messages, nudge] } : request,
    kept,
    join: joinParagraphs,
  }
}

/** Whether a message has no text, no calls and no reasoning. */
function isEmpty({ tool_calls: calls, content, reasoning }: AssistantMessage): boolean {
  return !calls && !content?.trim() && !reasoning?.trim()
}
