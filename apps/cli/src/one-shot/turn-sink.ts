import type { AgentEvent, RunResult } from '@hermes/core'

/** Where the events of a one-shot's turn go. */
export interface TurnSink {
  /** Whether nothing of an answer is out before the answer is whole, or its reader knows `restart` events. */
  readonly canRestart: boolean
  event(event: AgentEvent): void | Promise<void>
  /** After the last event; `undefined` when the turn could not begin. */
  end(result: RunResult | undefined, error?: unknown): Promise<void>
}
