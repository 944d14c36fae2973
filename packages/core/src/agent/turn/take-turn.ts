import type { RunOptions, RunResult } from '../../contracts/agent/agent.js'
import { describeError, HermesError, StoreError } from '../../contracts/errors/errors.js'
import type { Message } from '../../contracts/model/message.js'
import { noUsage } from '../../contracts/model/usage.js'
import type { TurnOutcome } from '../../contracts/turn/event.js'
import type { Wiring } from '../../session/wiring.js'
import { sanitizeTranscript } from '../../transcript/sanitize-transcript.js'
import { joinSteers } from '../state/steer.js'
import type { Turn } from '../state/turn.js'
import { beginTurn, reopenTurn } from './begin-turn.js'
import { endTurn } from './end-turn.js'
import { lockLineage } from './lock-lineage.js'
import { reportStop } from './report-stop.js'
import { resumeTurn } from './resume-turn.js'
import { runTurn } from './run-turn.js'
import type { TurnRequest } from './turn-request.js'

/** Opens the session, runs the turn and maps anything thrown to its outcome. Never throws. */
export async function takeTurn(request: TurnRequest): Promise<RunResult> {
  let turn: Turn | undefined
  let outcome: TurnOutcome
  const keep = (begun: Turn) => {
    turn = begun
  }
  try {
    const { signal } = request.control
    outcome = await lockLineage({ ...request, signal, onWait: tellOfWait(request) }, ({ wiring, lost }) => {
      lost.addEventListener('abort', () => request.control.fail(lost.reason), { once: true })
      return work({ ...request, wiring: withReference(wiring, request.options) }, keep)
    })
  } catch (error) {
    outcome = toOutcome(error, request.control.signal)
    if (turn) await settleCalls(turn, request)
  }
  const events = turn ?? request
  events.emit({ type: 'turn-end', outcome })
  if (turn) reportStop(turn, outcome)
  const undeliveredSteer = joinSteers(request.control.end())
  return {
    sessionId: request.sessionId,
    outcome,
    finalResponse: 'text' in outcome ? outcome.text : '',
    messages: historyOf(turn, outcome),
    usage: turn?.usage ?? noUsage,
    iterations: turn?.iterations ?? 0,
    ...(undeliveredSteer !== undefined && { undeliveredSteer }),
  }
}

const overtaken = 'There is nothing to continue: the turn has ended, or another one has followed it.'

/**
 * Stores the calls of a failed turn, which were paid for, too. An error of the store is only logged: the turn has already failed, and the
 * next one tries again.
 */
async function settleCalls(turn: Turn, { unstored }: TurnRequest): Promise<void> {
  const { logger } = turn.wiring.services
  await turn.settle().catch((error: unknown) => {
    logger.log('warn', `The usage of a failed turn could not be stored yet: ${describeError(error)}`)
  })
  unstored.set(turn.record.id, turn.unstored)
}

/** Returns a valid history. After a failure of the store, calls may lack their results. */
function historyOf(turn: Turn | undefined, { status }: TurnOutcome): readonly Message[] {
  const messages = turn?.messages ?? []
  return status === 'failed' ? sanitizeTranscript(messages) : messages
}

async function work(request: TurnRequest, keep: (turn: Turn) => void): Promise<TurnOutcome> {
  const { input } = request
  if (typeof input === 'function') {
    const turn = await beginTurn(request, input())
    keep(turn)
    return endTurn(turn, await runTurn(turn))
  }
  if (input.isWanted && !(await input.isWanted())) throw new HermesError('run/nothing-to-resume', overtaken)
  const { turn, session } = await reopenTurn(request)
  keep(turn)
  return endTurn(turn, await resumeTurn(turn, session))
}

function withReference(wiring: Wiring, { reference }: RunOptions): Wiring {
  return reference ? { ...wiring, model: { ...wiring.model, reference } } : wiring
}

function tellOfWait({ emit }: TurnRequest) {
  return (holder: string) =>
    emit({
      type: 'notice',
      code: 'session-busy',
      text: `This conversation is in use by ${holder}: the turn starts when it is free.`,
    })
}

function toOutcome(thrown: unknown, signal: AbortSignal): TurnOutcome {
  // The lost claim is the cause of any failure here.
  const error = StoreError.is(signal.reason) ? signal.reason : thrown
  // An error of the store while closing open calls takes precedence over the interrupt.
  if (signal.aborted && !StoreError.is(error)) return { status: 'interrupted', reason: describeError(signal.reason) }
  if (HermesError.is(error)) return { status: 'failed', error }
  return { status: 'failed', error: new HermesError('run/unexpected', describeError(error), { cause: error }) }
}
