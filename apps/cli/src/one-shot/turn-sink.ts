import type { AgentEvent, RunResult } from '@hermes/core'

/** The output of a one-shot's turn. */
export interface TurnSink {
  /** Whether it prints nothing before the answer is complete, or its reader handles `restart` events. */
  readonly canRestart: boolean
  event(event: AgentEvent): void | Promise<void>
  /** Called after the last event; `undefined` when the turn could not start. */
  end(result: RunResult | undefined, error?: unknown): Promise<void>
}
