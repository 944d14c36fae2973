import type { Conversation } from '@hermes/conversations'
import { storedExchange } from '@hermes/conversations/stored'
import type { Question } from '@hermes/core/questions'
import { textsIn } from '../output/texts-in.js'
import type { RunEnd, RunRecord } from '../record/run-record.js'
import type { RunServices } from './start-run.js'

/** What a run is doing now. */
export type RunState =
  | { readonly status: 'queued' | 'running' }
  | { readonly status: 'waiting'; readonly question: Question }
  | { readonly status: RunEnd['status']; readonly end: RunEnd }

/** Returns the state of a run, whichever process runs it. */
export async function runState(run: RunRecord, services: RunServices): Promise<RunState> {
  if (run.end) return { status: run.end.status, end: run.end }
  const state = liveStateOf(run, services)
  if (state) return state
  // The turn is about to start here.
  if (conversationOf(run, services)?.submissionOf(run.id)) return { status: 'running' }
  return stateElsewhere(run, services)
}

/** Returns the state of a run that another process has run, or is running. */
async function stateElsewhere(run: RunRecord, services: RunServices): Promise<RunState> {
  const { store, conversations, questions } = services
  const { id, sessionId } = run
  // Checked before the exchange: an input that leaves the queue in between is then in the session.
  const isQueued = (await conversations.queuedIn(sessionId)).includes(id)
  const exchange = await storedExchange(store, sessionId, id)
  if (exchange?.reply !== undefined) return ended({ atMs: Date.now(), status: 'completed', texts: textsIn(exchange) })
  if (!exchange && isQueued) return { status: 'queued' }
  if (exchange?.isLatest === false) return { status: 'running' }
  // Only one turn of a session runs at a time, so the question is from this one.
  const question = (await questions.open({ rootSessionId: sessionId })).at(-1)
  return question ? { status: 'waiting', question } : { status: 'running' }
}

/** Returns the live conversation of a run, if this process has it. */
export function conversationOf(
  { sessionId }: RunRecord,
  { conversations }: Pick<RunServices, 'conversations'>,
): Conversation | undefined {
  return conversations.live.find(({ id }) => id === sessionId)
}

/** Returns `undefined` unless the run is queued or running in this process. */
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

/** Returns the conversation in which this process runs, or will run, the turn of a run. */
export function runningIn(
  run: RunRecord,
  { conversations, journals }: Pick<RunServices, 'conversations' | 'journals'>,
): Conversation | undefined {
  const conversation = conversationOf(run, { conversations })
  if (liveStateOf(run, { conversations })) return conversation
  // The turn is about to start. It also has a submission for a moment after its end.
  return conversation?.submissionOf(run.id) && !journals.of(run.id)?.hasBegun ? conversation : undefined
}

function ended(end: RunEnd): RunState {
  return { status: end.status, end }
}
