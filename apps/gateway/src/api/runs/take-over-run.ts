import { type StoredExchange, storedExchange, storedReply } from '@hermes/conversations/stored'
import { StoreError } from '@hermes/core'
import { isUnfinished } from '../../own-work/is-unfinished.js'
import { toSender } from '../request/caller.js'
import { runEndOf } from './run-end.js'
import type { RunEnd, RunRecord } from './run-record.js'
import { RunTexts } from './run-texts.js'
import type { RunServices } from './start-run.js'

/** A run that another process began. `undefined`: this one stops before the run has ended. */
export interface TakenRun {
  readonly end: Promise<RunEnd | undefined>
}

type TakeOverServices = Pick<RunServices, 'conversations' | 'store'>

/** Takes over a run whose input its session has. Resolves when its turn is under way; to `undefined` when the input is still in the queue. */
export async function takeOverTurn(run: RunRecord, services: TakeOverServices): Promise<TakenRun | undefined> {
  const exchange = await storedExchange(services.store, run.sessionId, run.id)
  return exchange && takeOver(run, exchange, services)
}

async function takeOver(
  run: RunRecord,
  { reply, isLatest }: StoredExchange,
  { conversations, store }: TakeOverServices,
): Promise<TakenRun> {
  if (reply !== undefined) return { end: Promise.resolve(completed(reply)) }
  if (!isLatest) return { end: Promise.resolve(cut()) }
  const finished = await conversations.finish({ id: run.sessionId }, toSender({ userId: run.userId }))
  const end = finished.ended.then(async (end) => {
    if (end.status === 'turn' && end.result.outcome.status === 'completed') return runEndOf(end, new RunTexts())
    // Another process was still running it, and this one waited for the answer.
    const answer = await storedReply(store, run.sessionId, run.id)
    if (answer !== undefined) return completed(answer)
    return isUnfinished(end, conversations) ? undefined : runEndOf(end, new RunTexts())
  })
  return { end }
}

/** The end of a run whose input is in the queue. Call it once queued inputs are resumed. */
export async function endOfQueued(
  { id, sessionId }: RunRecord,
  { conversations }: TakeOverServices,
): Promise<RunEnd | undefined> {
  try {
    const submission = (await conversations.open({ id: sessionId })).submissionOf(id)
    if (!submission) return cut()
    const end = await submission.ended
    return isUnfinished(end, conversations) ? undefined : runEndOf(end, new RunTexts())
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
