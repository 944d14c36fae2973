import type { Agent, AgentOptions, Run, RunOptions, RunResult } from '../contracts/agent/agent.js'
import { type HermesError, InterruptError } from '../contracts/errors/errors.js'
import type { MessageContent } from '../contracts/model/message.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { generateSessionId } from '../session/session-id.js'
import { joinContent } from '../transcript/merge-roles.js'
import { compressBetweenTurns, contextOf } from './compress-between-turns.js'
import { RunControl } from './state/run-control.js'
import { Unstored } from './state/unstored.js'
import { endSession } from './turn/end-session.js'
import { SessionLocks } from './turn/session-locks.js'
import { startRun } from './turn/start-run.js'
import type { TurnInput } from './turn/turn-request.js'
import { wire } from './wire.js'

/**
 * Creates an agent. Opens and sends nothing before a run starts.
 *
 * @example
 * ```ts
 * const agent = createAgent({ transport, model: { id: 'gpt-5.2' } })
 * const run = agent.run('What is in this folder?')
 * for await (const event of run) if (event.type === 'text-delta') process.stdout.write(event.text)
 * const { finalResponse, usage } = await run.result
 * ```
 * @throws {ConfigError} when the transport or the id of the model is missing, an option is out of its range or does not exist, a
 * plugin has no name of its own or a part that could not work, or the executor cannot add the tools of a plugin.
 */
export function createAgent(options: AgentOptions): Agent {
  const wiring = wire(options)
  const locks = new SessionLocks()
  const unstored = new Unstored()
  const queues = new Map<SessionId, QueuedTurn>()
  const start = (
    sessionId: SessionId,
    options: RunOptions,
    input: TurnInput,
    control = new RunControl(options.signal),
  ) => startRun({ wiring, locks, unstored, sessionId, options, input, control })

  /**
   * Queues input, which is read when its turn starts. A turn that is interrupted before that leaves the input in the
   * queue.
   */
  function queue(sessionId: SessionId, input: MessageContent): Run {
    const waiting = queues.get(sessionId)
    if (waiting && !waiting.control.signal.aborted) {
      waiting.input = joinContent(waiting.input, input)
      return waiting.run
    }
    const control = new RunControl()
    const leave = () => {
      if (queues.get(sessionId) === queued) queues.delete(sessionId)
    }
    const read = () => {
      leave()
      return queued.input
    }
    const queued: QueuedTurn = { input, control, run: start(sessionId, {}, read, control) }
    queues.set(sessionId, queued)
    void queued.run.result.then(leave)
    return queued.run
  }

  const agent: Agent = {
    run: (input, options = {}) => start(options.sessionId ?? generateSessionId(wiring.services), options, () => input),
    chat: async (input, options) => textOrThrow(await agent.run(input, options).result, options?.signal),
    resume: (sessionId, { isWanted, ...options } = {}) => start(sessionId, options, { isWanted }),
    compress: (sessionId, options = {}) => compressBetweenTurns({ wiring, locks, sessionId, options }),
    context: (sessionId) => contextOf(wiring, sessionId),
    session: (id = generateSessionId(wiring.services)) => ({
      id,
      run: (input, options) => agent.run(input, { ...options, sessionId: id }),
      queue: (input) => queue(id, input),
      resume: (options) => agent.resume(id, options),
      compress: (options) => agent.compress(id, options),
      context: () => agent.context(id),
      end: (reason) => endSession(wiring, id, reason),
    }),
  }
  return agent
}

/** A turn that has not started. */
interface QueuedTurn {
  input: MessageContent
  readonly run: Run
  readonly control: RunControl
}

function textOrThrow({ outcome, finalResponse }: RunResult, signal?: AbortSignal): string {
  const error = failureOf(outcome, signal)
  if (error) throw error
  return finalResponse
}

function failureOf(outcome: RunResult['outcome'], signal?: AbortSignal): HermesError | undefined {
  if (outcome.status === 'failed') return outcome.error
  if (outcome.status !== 'interrupted') return undefined
  return new InterruptError(outcome.reason, signal?.aborted ? { cause: signal.reason } : {})
}
