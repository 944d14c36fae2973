import type { Submission } from '@hermes/conversations'
import { type StoredExchange, storedExchange, storedReply } from '@hermes/conversations/stored'
import { StoreError } from '@hermes/core'
import { isLeftOpen } from '../../../own-work/is-left-open.js'
import { toSender } from '../../request/caller.js'
import { followTurn } from '../events/follow-turn.js'
import type { RunEnd, RunRecord } from '../record/run-record.js'
import { conversationOf } from '../start/run-state.js'
import type { RunServices } from '../start/start-run.js'
import { wholeEnd } from './whole-end.js'

/** A run that another process started. Its end is `undefined` if this process stops before the run has ended. */
export interface TakenRun {
  readonly end: Promise<RunEnd | undefined>
}

type TakeOverServices = Pick<RunServices, 'conversations' | 'store' | 'journals' | 'runs'>

/** Takes over a run whose input is in its session. Resolves when its turn is in progress, or to `undefined` if the input is still in the queue. */
export async function takeOverTurn(run: RunRecord, services: TakeOverServices): Promise<TakenRun | undefined> {
  const exchange = await storedExchange(services.store, run.sessionId, run.id)
  return exchange && takeOver(run, exchange, services)
}

async function takeOver(run: RunRecord, exchange: StoredExchange, services: TakeOverServices): Promise<TakenRun> {
  const { reply, partial, isLatest } = exchange
  const whole = async (end: Promise<RunEnd | undefined>) => {
    const ended = await end
    return ended && wholeEnd(run, ended, exchange, services)
  }
  if (reply !== undefined) return { end: whole(Promise.resolve(completed(reply))) }
  if (!isLatest || partial !== undefined) return { end: whole(Promise.resolve(cut())) }
  const { id, sessionId, userId } = run
  const submission = await services.conversations.finish({ id: sessionId }, toSender({ userId }), id)
  return { end: whole(endOfFinished(run, submission, services)) }
}

async function endOfFinished(
  run: RunRecord,
  submission: Submission,
  { conversations, store, journals }: TakeOverServices,
): Promise<RunEnd | undefined> {
  const conversation = conversationOf(run, { conversations })
  const { end, stored } = await followTurn({ conversation, submission, answers: run.answers === true, journals })
  if (stored?.status === 'completed') return stored
  // Another process was still running the turn, and this one waited for the answer.
  const answer = await storedReply(store, run.sessionId, run.id)
  if (answer !== undefined) return completed(answer)
  return isLeftOpen(end, conversations) ? undefined : stored
}

/** Returns the end of a run whose input is in the queue. Call it once queued inputs are resumed. */
export async function endOfQueued(
  { id, sessionId, answers = false }: RunRecord,
  { conversations, journals }: TakeOverServices,
): Promise<RunEnd | undefined> {
  try {
    const conversation = await conversations.open({ id: sessionId })
    const submission = conversation.submissionOf(id)
    if (!submission) return cut()
    const { end, stored } = await followTurn({ conversation, submission, answers, journals })
    return isLeftOpen(end, conversations) ? undefined : stored
  } catch (error) {
    if (StoreError.is(error) && error.kind === 'not-found') return gone()
    throw error
  }
}

function completed(text: string): RunEnd {
  return { atMs: Date.now(), status: 'completed', texts: [text] }
}

function cut(): RunEnd {
  return { atMs: Date.now(), status: 'cancelled', texts: [] }
}

function gone(): RunEnd {
  const error = { status: 404, code: 'not_found', message: 'The session of this run was deleted.' }
  return { atMs: Date.now(), status: 'failed', texts: [], error }
}
