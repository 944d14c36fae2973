import type { AgentEvent, RunResult } from '@hermes/core'

/** Where the events of a one-shot's turn go. */
export interface TurnSink {
  event(event: AgentEvent): void | Promise<void>
  /** After the last event; `undefined` when the turn could not begin. */
  end(result: RunResult | undefined, error?: unknown): Promise<void>
}
