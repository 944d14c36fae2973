import type { SubmissionEnd } from '@hermes/conversations'
import { answerOf } from '../../completions/answer-of.js'
import { tokensOf } from '../../tokens/tokens.js'
import type { RunEnd } from '../record/run-record.js'
import type { RunTexts } from './run-texts.js'

/** Returns the end of a run to store, or `undefined` while another process runs it, or will run it. */
export function runEndOf(end: SubmissionEnd, texts: RunTexts): RunEnd | undefined {
  if (end.status === 'elsewhere' || end.status === 'left-queued') return undefined
  const answer = answerOf(end)
  const atMs = Date.now()
  if (!('status' in answer)) {
    return {
      atMs,
      status: answer.finishReason === 'length' ? 'incomplete' : 'completed',
      ...texts.all(answer.content),
      usage: tokensOf(answer.usage),
    }
  }
  const { headers, ...error } = answer
  const isCancelled = error.code === 'interrupted'
  return {
    atMs,
    status: isCancelled ? 'cancelled' : 'failed',
    ...texts.all(''),
    ...(end.status === 'turn' && { usage: tokensOf(end.result.usage) }),
    ...(!isCancelled && { error: { ...error, ...(headers && { headers: { ...headers } }) } }),
  }
}
