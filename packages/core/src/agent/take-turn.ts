import { describeError, HermesError } from '../contracts/errors.js'
import type { AgentEvent, TurnOutcome } from '../contracts/event.js'
import type { MessageContent } from '../contracts/message.js'
import type { SessionId } from '../contracts/session-id.js'
import { noUsage } from '../contracts/usage.js'
import { rootOf } from '../session/lineage.js'
import type { RunOptions, RunResult } from './agent.js'
import { beginTurn, reopenTurn } from './begin-turn.js'
import { endTurn } from './end-turn.js'
import { resumeTurn } from './resume-turn.js'
import type { RunControl } from './run-control.js'
import { runTurn } from './run-turn.js'
import type { SessionLocks } from './session-locks.js'
import type { Turn } from './turn.js'
import type { Wiring } from './wiring.js'

export interface TurnRequest {
  readonly wiring: Wiring
  readonly locks: SessionLocks
  /** What the user says, asked for when it is the session's turn; `undefined` to go on with a turn that was cut short. */
  readonly input: () => MessageContent | undefined
  readonly sessionId: SessionId
  readonly control: RunControl
  readonly options: RunOptions
  readonly emit: (event: AgentEvent) => void
}

/** Opens the session, takes the turn, and turns whatever is thrown into its outcome. Never throws. */
export async function takeTurn(request: TurnRequest): Promise<RunResult> {
  let turn: Turn | undefined
  let outcome: TurnOutcome
  const keep = (begun: Turn) => {
    turn = begun
  }
  try {
    outcome = await lockLineage(request, () => work(request, keep))
  } catch (error) {
    outcome = toOutcome(error, request.control.signal)
  }
  request.emit({ type: 'turn-end', outcome })
  const undeliveredSteer = request.control.takeSteers()
  return {
    sessionId: request.sessionId,
    outcome,
    finalResponse: 'text' in outcome ? outcome.text : '',
    messages: turn?.messages ?? [],
    usage: turn?.usage ?? noUsage,
    iterations: turn?.iterations ?? 0,
    ...(undeliveredSteer !== undefined && { undeliveredSteer }),
  }
}

async function work(request: TurnRequest, keep: (turn: Turn) => void): Promise<TurnOutcome> {
  const input = request.input()
  if (input === undefined) {
    const { turn, openCalls } = await reopenTurn(request)
    keep(turn)
    return endTurn(turn, await resumeTurn(turn, openCalls))
  }
  const turn = await beginTurn(request, input)
  keep(turn)
  return endTurn(turn, await runTurn(turn))
}

/** One turn at a time for a whole lineage, whichever of its ids the turns were started with. */
function lockLineage<Result>(request: TurnRequest, work: () => Promise<Result>): Promise<Result> {
  const { locks, wiring, sessionId, control } = request
  return locks.run(sessionId, control.signal, async () => {
    const record = await wiring.store.sessions.get(sessionId)
    const root = record && (await rootOf(wiring.store, record)).id
    return root === undefined || root === sessionId ? work() : locks.run(root, control.signal, work)
  })
}

function toOutcome(error: unknown, signal: AbortSignal): TurnOutcome {
  if (signal.aborted) return { status: 'interrupted', reason: describeError(signal.reason) }
  if (HermesError.is(error)) return { status: 'failed', error }
  return { status: 'failed', error: new HermesError('run/unexpected', describeError(error), { cause: error }) }
}
