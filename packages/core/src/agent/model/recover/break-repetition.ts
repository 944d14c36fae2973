import { TransportError } from '../../../contracts/errors/errors.js'
import { joinParagraphs } from './join-paragraphs.js'
import type { RecoveryRule } from './recovery.js'

const code = 'repetition'
const maxTimes = 1

/** Discards a reply that repeats itself endlessly, and retries once. */
export const breakRepetition: RecoveryRule = ({ reply, request, timesOf }) => {
  if (!reply.isDegenerate) return undefined
  if (timesOf(code) < maxTimes) {
    const notice = 'The model repeated itself without end; its answer was discarded, retrying.'
    return { code, notice, request, isVoid: true, kept: '', join: joinParagraphs }
  }
  throw new TransportError(
    'protocol',
    `The model "${request.model}" repeats itself without end: rephrase the request, or use another model.`,
  )
}
