import type { Cost, Usage } from '@hermes/core'

/** Facts for the status line. Absent: unknown, or nothing to show. */
export interface StatusFacts {
  readonly model: string
  readonly contextTokens?: number
  readonly contextWindow?: number
  readonly usage?: Usage
  readonly cost?: Cost
  readonly title?: string
  readonly gitBranch?: string
  /** What commands can reach: `sandbox`, `sandbox, network off`, `no sandbox`. */
  readonly sandbox?: string
  /** Whether nothing needs approval. */
  readonly isYolo?: boolean
  readonly elapsedMs: number
  /** Time until the first word of the latest answer, in milliseconds. */
  readonly latencyMs?: number
  /** Output speed of the latest answer. */
  readonly tokensPerSecond?: number
  /** How often the conversation has been compressed since the terminal shows it. */
  readonly compressions?: number
  /** Number of processes in the background. */
  readonly processes?: number
  readonly subagents?: number
  /** Goal of the conversation. */
  readonly goal?: string
  /** Time since the running turn started, in milliseconds. Absent if none runs. */
  readonly turnMs?: number
  /** Time since the latest turn ended, in milliseconds. Absent if a turn runs, or none has ended. */
  readonly idleMs?: number
  /** Whether tool calls are hidden. */
  readonly isFocused?: boolean
  /** Number of drafts that the user put aside. */
  readonly drafts?: number
  /** Charge of the battery, from 0 to 100. */
  readonly batteryPercent?: number
}
