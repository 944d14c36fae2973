import { describeError, HermesError } from '../contracts/errors.js'
import type { AgentEvent, TurnOutcome } from '../contracts/event.js'
import { type Message, type MessageContent, textOf } from '../contracts/message.js'
import type { SessionId } from '../contracts/session-id.js'
import { noUsage } from '../contracts/usage.js'
import { rootOf } from '../session/lineage.js'
import { openSession } from '../session/open-session.js'
import { repairMessage } from '../transcript/repair-message.js'
import type { RunOptions, RunResult } from './agent.js'
import { createIterationBudget } from './iteration-budget.js'
import { runTurn } from './run-turn.js'
import type { SessionLocks } from './session-locks.js'
import { Turn } from './turn.js'
import type { Wiring } from './wiring.js'

export interface TurnRequest {
  readonly wiring: Wiring
  readonly locks: SessionLocks
  readonly input: MessageContent
  readonly sessionId: SessionId
  readonly signal: AbortSignal
  readonly options: RunOptions
  readonly emit: (event: AgentEvent) => void
}

/** Opens the session, takes the turn, and turns whatever is thrown into its outcome. Never throws. */
export async function takeTurn(request: TurnRequest): Promise<RunResult> {
  let turn: Turn | undefined
  let outcome: TurnOutcome
  try {
    outcome = await lockLineage(request, async () => {
      turn = await beginTurn(request)
      return runTurn(turn)
    })
  } catch (error) {
    outcome = toOutcome(error, request.signal)
  }
  request.emit({ type: 'turn-end', outcome })
  return {
    sessionId: request.sessionId,
    outcome,
    finalResponse: 'text' in outcome ? outcome.text : '',
    messages: turn?.messages ?? [],
    usage: turn?.usage ?? noUsage,
    iterations: turn?.iterations ?? 0,
  }
}

/** One turn at a time for a whole lineage, whichever of its ids the turns were started with. */
function lockLineage<Result>({ locks, wiring, sessionId }: TurnRequest, work: () => Promise<Result>): Promise<Result> {
  return locks.run(sessionId, async () => {
    const record = await wiring.store.sessions.get(sessionId)
    const root = record && (await rootOf(wiring.store, record)).id
    return root === undefined || root === sessionId ? work() : locks.run(root, work)
  })
}

async function beginTurn({ wiring, input, sessionId, signal, options, emit }: TurnRequest): Promise<Turn> {
  const message = toUserMessage(input)
  signal.throwIfAborted()
  const session = await openSession(wiring, sessionId, options)
  const turn = new Turn({
    wiring,
    session,
    signal,
    emit,
    budget: createIterationBudget(wiring.budget.maxIterations),
    taskId: options.taskId ?? sessionId,
  })
  emit({ type: 'turn-start', sessionId, model: wiring.model.id, resumed: session.resumed })
  await turn.store(message)
  return turn
}

function toUserMessage(content: MessageContent): Message {
  const message = repairMessage({ role: 'user', content })
  if (message) return message
  throw new HermesError(
    'run/empty-input',
    `There is nothing to answer: the message is ${textOf(content) ? 'blank' : 'empty'}.`,
  )
}

function toOutcome(error: unknown, signal: AbortSignal): TurnOutcome {
  if (signal.aborted) return { status: 'interrupted', reason: describeError(signal.reason) }
  if (HermesError.is(error)) return { status: 'failed', error }
  return { status: 'failed', error: new HermesError('run/unexpected', describeError(error), { cause: error }) }
}
