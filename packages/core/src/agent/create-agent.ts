import { type HermesError, InterruptError } from '../contracts/errors.js'
import type { AgentEvent } from '../contracts/event.js'
import type { MessageContent } from '../contracts/message.js'
import { generateSessionId } from '../session/session-id.js'
import type { Agent, AgentOptions, Run, RunOptions, RunResult } from './agent.js'
import { EventQueue } from './event-queue.js'
import { SessionLocks } from './session-locks.js'
import { takeTurn } from './take-turn.js'
import { wire } from './wiring.js'

/**
 * Wires an agent. Nothing is opened or sent until a run begins.
 *
 * @example
 * ```ts
 * const agent = createAgent({ transport, model: { id: 'gpt-5.2' } })
 * const run = agent.run('What is in this folder?')
 * for await (const event of run) if (event.type === 'text-delta') process.stdout.write(event.text)
 * const { finalResponse, usage } = await run.result
 * ```
 * @throws {ConfigError} when an option is out of its range.
 */
export function createAgent(options: AgentOptions): Agent {
  const wiring = wire(options)
  const locks = new SessionLocks()

  function run(input: MessageContent, runOptions: RunOptions = {}): Run {
    const sessionId = runOptions.sessionId ?? generateSessionId(wiring.services)
    const controller = new AbortController()
    const signal = runOptions.signal ? AbortSignal.any([runOptions.signal, controller.signal]) : controller.signal
    const events = new EventQueue()
    const emit = (event: AgentEvent) => events.push(event)
    const result = takeTurn({ wiring, locks, input, sessionId, signal, options: runOptions, emit })
    void result.then(() => events.close())
    return {
      sessionId,
      result,
      interrupt: (reason) => controller.abort(new InterruptError(reason)),
      async *[Symbol.asyncIterator]() {
        let readToTheEnd = false
        try {
          yield* events.read()
          readToTheEnd = true
        } finally {
          if (!readToTheEnd) controller.abort(new InterruptError('The reader of the run left before its end.'))
        }
      },
    }
  }

  return {
    run,
    chat: async (input, runOptions) => textOrThrow(await run(input, runOptions).result),
  }
}

function textOrThrow({ outcome, finalResponse }: RunResult): string {
  const error = failureOf(outcome)
  if (error) throw error
  return finalResponse
}

function failureOf(outcome: RunResult['outcome']): HermesError | undefined {
  if (outcome.status === 'failed') return outcome.error
  return outcome.status === 'interrupted' ? new InterruptError(outcome.reason) : undefined
}
