import { TransportError } from '../../../contracts/errors.js'
import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'repetition'
const maxTimes = 1

/** A model that says the same again and again is asked once more; what it said is thrown away. */
export const breakRepetition: RecoveryRule = ({ reply, request, timesOf }) => {
  if (!reply.isDegenerate) return undefined
  if (timesOf(code) < maxTimes) {
    const notice = 'The model repeated itself without end; its answer was thrown away and it is asked again.'
    return { code, notice, request, isVoid: true, kept: '', join: joinParagraphs }
  }
  throw new TransportError(
    'protocol',
    `The model "${request.model}" repeats itself without end: rephrase the request, or use another model.`,
  )
}
