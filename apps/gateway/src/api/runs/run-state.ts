import type { Conversation } from '@hermes/conversations'
import { storedReply } from '@hermes/conversations/stored'
import type { Question } from '@hermes/core/questions'
import type { RunEnd, RunRecord } from './run-record.js'
import type { RunServices } from './start-run.js'

/** What a run does now. */
export type RunState =
  | { readonly status: 'queued' | 'running' }
  | { readonly status: 'waiting'; readonly question: Question }
  | { readonly status: RunEnd['status']; readonly end: RunEnd }

/** The state of a run, whichever process runs it. */
export async function runState(run: RunRecord, services: RunServices): Promise<RunState> {
  if (run.end) return { status: run.end.status, end: run.end }
  const state = liveStateOf(run, services)
  if (state) return state
  // Another process ran it, or is running it.
  const reply = await storedReply(services.store, run.sessionId, run.id)
  return reply === undefined ? { status: 'running' } : ended({ atMs: Date.now(), status: 'completed', texts: [reply] })
}

/** The live conversation of a run, if this process has it. */
export function conversationOf(
  { sessionId }: RunRecord,
  { conversations }: Pick<RunServices, 'conversations'>,
): Conversation | undefined {
  return conversations.live.find(({ id }) => id === sessionId)
}

/** `undefined` unless the run is queued or running in this process. */
export function liveStateOf(
  run: RunRecord,
  services: Pick<RunServices, 'conversations'>,
): Exclude<RunState, { readonly end: RunEnd }> | undefined {
  const state = conversationOf(run, services)?.state
  if (!state) return undefined
  if (state.queued.some(({ id }) => id === run.id)) return { status: 'queued' }
  if (state.activity === 'idle' || state.turn.id !== run.id) return undefined
  return state.activity === 'waiting' ? { status: 'waiting', question: state.question } : { status: 'running' }
}

/** The conversation in which this process runs, or will run, the turn of a run. */
export function runningIn(
  run: RunRecord,
  { conversations, journals }: Pick<RunServices, 'conversations' | 'journals'>,
): Conversation | undefined {
  const conversation = conversationOf(run, { conversations })
  if (liveStateOf(run, { conversations })) return conversation
  // Its turn is about to begin. It has a submission for a moment after its turn, too.
  return conversation?.submissionOf(run.id) && !journals.of(run.id)?.hasBegun ? conversation : undefined
}

function ended(end: RunEnd): RunState {
  return { status: end.status, end }
}
