import { endsWithAnnouncement } from '../../../recovery/ends-with-announcement.js'
import { nudges } from '../../../recovery/nudges.js'
import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'
import { withTail } from './with-tail.js'

const code = 'promise'
const maxTimes = 2

/** Asks the model to take the step that its answer only announced. */
export const continueAnnouncement: RecoveryRule = ({ reply, request, text, timesOf }) => {
  const { content, tool_calls: calls } = reply.message
  if (reply.reason !== 'stop' || calls || !content || request.tools.length === 0) return undefined
  if (timesOf(code) >= maxTimes || !endsWithAnnouncement(content)) return undefined
  return {
    code,
    notice: 'The model announced a step without taking it; asking it to continue.',
    request: withTail(request, text, nudges.afterAnnouncement),
    kept: text,
    join: joinParagraphs,
  }
}
