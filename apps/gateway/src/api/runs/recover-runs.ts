import { type StoredExchange, storedExchange, storedReply } from '@hermes/conversations/stored'
import { describeError, StoreError } from '@hermes/core'
import { toSender } from '../request/caller.js'
import { runEndOf } from './run-end.js'
import type { RunEnd, RunRecord } from './run-record.js'
import { RunTexts } from './run-texts.js'
import type { RunServices } from './start-run.js'

/**
 * Takes over the runs of an earlier process: turns that were cut short are finished before anything else of their session, and queued inputs
 * are resumed and followed. Call it once at startup. Resolves when everything is under way.
 */
export async function recoverRuns(services: RunServices): Promise<void> {
  const { conversations, runs } = services
  const unsettled = await runs.unsettled(Date.now())
  const ends = new Map<RunRecord, Promise<RunEnd | undefined>>()
  for (const run of unsettled) {
    const exchange = await storedExchange(services.store, run.sessionId, run.id)
    if (exchange) ends.set(run, (await takeOver(run, exchange, services)).end)
  }
  await conversations.resumeQueued()
  for (const run of unsettled) {
    runs.track(run.id, settle(run, ends.get(run) ?? endOfQueued(run, services), services))
  }
}

async function settle(run: RunRecord, end: Promise<RunEnd | undefined>, { runs, logger }: RunServices): Promise<void> {
  try {
    const settled = await end
    if (settled) await runs.settle(run.id, settled)
  } catch (error) {
    logger.log('error', 'A run of an earlier process was not finished.', { run: run.id, error: describeError(error) })
  }
}

/** Takes over the run of an input that its session has. Resolves when its turn is under way. */
async function takeOver(
  run: RunRecord,
  { reply, isLatest }: StoredExchange,
  { conversations, store }: RunServices,
): Promise<{ readonly end: Promise<RunEnd | undefined> }> {
  if (reply !== undefined) return { end: Promise.resolve(completed(reply)) }
  if (!isLatest) return { end: Promise.resolve(cut()) }
  const finished = await conversations.finish({ id: run.sessionId }, toSender({ userId: run.userId }))
  const end = finished.ended.then(async (end) => {
    if (end.status === 'turn' && end.result.outcome.status === 'completed') return runEndOf(end, new RunTexts())
    // Another process was still running it, and this one waited for the answer.
    const answer = await storedReply(store, run.sessionId, run.id)
    return answer === undefined ? runEndOf(end, new RunTexts()) : completed(answer)
  })
  return { end }
}

/** The run of an input that is still in the queue. */
async function endOfQueued({ id, sessionId }: RunRecord, { conversations }: RunServices): Promise<RunEnd | undefined> {
  try {
    const submission = (await conversations.open({ id: sessionId })).submissionOf(id)
    return submission ? runEndOf(await submission.ended, new RunTexts()) : cut()
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
