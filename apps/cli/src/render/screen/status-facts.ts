import type { Cost, Usage } from '@hermes/core'

/** What the status line tells. Absent: not known, or nothing to tell. */
export interface StatusFacts {
  readonly model: string
  readonly contextTokens?: number
  readonly contextWindow?: number
  readonly usage?: Usage
  readonly cost?: Cost
  readonly title?: string
  readonly gitBranch?: string
  /** What commands reach: `sandbox`, `sandbox, network off`, `no sandbox`. */
  readonly sandbox?: string
  /** Nothing is asked. */
  readonly isYolo?: boolean
  readonly elapsedMs: number
  /** Until the first word of the latest answer. */
  readonly latencyMs?: number
  /** Of the latest answer. */
  readonly tokensPerSecond?: number
  /** How often the conversation was compressed since the terminal shows it. */
  readonly compressions?: number
  /** What runs in the background. */
  readonly processes?: number
  readonly subagents?: number
  /** What the conversation is to reach. */
  readonly goal?: string
  /** Since the running turn began. Absent: none runs. */
  readonly turnMs?: number
  /** Since the latest turn ended. Absent: one runs, or none has ended. */
  readonly idleMs?: number
  /** Tool calls are hidden. */
  readonly isFocused?: boolean
  /** Prompts that were put aside. */
  readonly drafts?: number
  /** 0 to 100. */
  readonly batteryPercent?: number
}
