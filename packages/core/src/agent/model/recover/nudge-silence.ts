import { TransportError } from '../../../contracts/errors.js'
import type { AssistantMessage } from '../../../contracts/message.js'
import { nudges } from '../../../recovery/nudges.js'
import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'empty-reply'
const maxTimes = 2

/** A model that answered with nothing is asked again; after results, with the hint that they are there. */
export const nudgeSilence: RecoveryRule = ({ reply, request, kept, timesOf }) => {
  // What came before the silence is an answer.
  if (!isEmpty(reply.message) || kept) return undefined
  const times = timesOf(code)
  if (times >= maxTimes) {
    throw new TransportError(
      'protocol',
      `The model "${request.model}" answered with nothing ${maxTimes + 1} times: try again, or another model.`,
    )
  }
  const isAfterResults = request.messages.at(-1)?.role === 'tool'
  const nudge = { role: 'user', content: nudges.afterSilence } as const
  return {
    code,
    notice: 'The model answered with nothing; asking again.',
    request: isAfterResults && times === 0 ? { ...request, messages: [...request.messages, nudge] } : request,
    kept,
    join: joinParagraphs,
  }
}

/** Neither text nor calls nor thoughts. */
function isEmpty({ tool_calls: calls, content, reasoning }: AssistantMessage): boolean {
  return !calls && !content?.trim() && !reasoning?.trim()
}
