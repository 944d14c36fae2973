import { nudges } from '../../../recovery/nudges.js'
import { isPromiseEnding } from '../../../recovery/promise-ending.js'
import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'
import { withTail } from './with-tail.js'

const code = 'promise'
const maxTimes = 2

/** An answer that only announces what will be done next is held to it. */
export const holdToPromise: RecoveryRule = ({ reply, request, text, timesOf }) => {
  const { content, tool_calls: calls } = reply.message
  if (reply.reason !== 'stop' || calls || !content || request.tools.length === 0) return undefined
  if (timesOf(code) >= maxTimes || !isPromiseEnding(content)) return undefined
  return {
    code,
    notice: 'The model announced a step without taking it; it is asked to go on.',
    request: withTail(request, text, nudges.afterPromise),
    kept: text,
    join: joinParagraphs,
  }
}
