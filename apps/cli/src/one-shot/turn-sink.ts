import type { AgentEvent, RunResult } from '@hermes/core'

/** Output of a one-shot's turn. */
export interface TurnSink {
  /** Whether nothing is printed before the answer is complete, or the reader handles `restart` events. */
  readonly canRestart: boolean
  event(event: AgentEvent): void | Promise<void>
  /** Called after the last event. `result` is `undefined` when the turn could not start. */
  end(result: RunResult | undefined, error?: unknown): Promise<void>
}
