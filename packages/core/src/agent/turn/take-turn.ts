import type { RunResult } from '../../contracts/agent.js'
import { describeError, HermesError, StoreError } from '../../contracts/errors.js'
import type { TurnOutcome } from '../../contracts/event.js'
import type { Message } from '../../contracts/message.js'
import { noUsage } from '../../contracts/usage.js'
import { sanitizeTranscript } from '../../transcript/sanitize-transcript.js'
import type { Turn } from '../state/turn.js'
import { beginTurn, reopenTurn } from './begin-turn.js'
import { endTurn } from './end-turn.js'
import { lockLineage } from './lock-lineage.js'
import { resumeTurn } from './resume-turn.js'
import { runTurn } from './run-turn.js'
import type { TurnRequest } from './turn-request.js'

/** Opens the session, takes the turn, and turns whatever is thrown into its outcome. Never throws. */
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
      return work({ ...request, wiring }, keep)
    })
  } catch (error) {
    outcome = toOutcome(error, request.control.signal)
    if (turn) await settleCalls(turn)
  }
  request.emit({ type: 'turn-end', outcome })
  const undeliveredSteer = request.control.end()
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

/** Calls of a turn that failed were paid for, too. A store that fails here has failed the turn already, or the next one will tell. */
async function settleCalls(turn: Turn): Promise<void> {
  const { logger } = turn.wiring.services
  await turn.settle().catch((error: unknown) => {
    logger.log('warn', `What the model calls of a failed turn used could not be stored: ${describeError(error)}`)
  })
}

/** Where the store has failed, calls may be without their results. */
function historyOf(turn: Turn | undefined, { status }: TurnOutcome): readonly Message[] {
  const messages = turn?.messages ?? []
  return status === 'failed' ? sanitizeTranscript(messages) : messages
}

async function work(request: TurnRequest, keep: (turn: Turn) => void): Promise<TurnOutcome> {
  const input = request.input()
  if (input === undefined) {
    const { turn, session } = await reopenTurn(request)
    keep(turn)
    return endTurn(turn, await resumeTurn(turn, session))
  }
  const turn = await beginTurn(request, input)
  keep(turn)
  return endTurn(turn, await runTurn(turn))
}

function tellOfWait({ emit }: TurnRequest) {
  return (holder: string) =>
    emit({
      type: 'notice',
      code: 'session-busy',
      text: `This conversation is worked on by ${holder}: the turn begins when that is done.`,
    })
}

function toOutcome(thrown: unknown, signal: AbortSignal): TurnOutcome {
  // The conversation was lost to another process: whatever that made fail here.
  const error = StoreError.is(signal.reason) ? signal.reason : thrown
  // A store that fails at what an interrupt leaves behind is not to be passed over.
  if (signal.aborted && !StoreError.is(error)) return { status: 'interrupted', reason: describeError(signal.reason) }
  if (HermesError.is(error)) return { status: 'failed', error }
  return { status: 'failed', error: new HermesError('run/unexpected', describeError(error), { cause: error }) }
}
