import type { Message } from '@hermes/core'
import type { ReplyPlan, Scenario } from './scenario.js'

/** What the parts around a run share, and what they have seen. */
export interface World {
  /** From now on nothing goes wrong any more. */
  isHealed: boolean
  /** Model calls that have begun and not ended. */
  openStreams: number
  /** Codes of what went wrong, as it happened. */
  readonly faults: string[]
  /** Turns whose final answer was sent whole. */
  readonly delivered: Set<number>
  /** Histories of requests that a strict provider would have refused. */
  readonly illegal: (readonly Message[])[]
  /** Ids of the calls whose effect took place, by tool. */
  readonly effects: { readonly tool: string; readonly callId: string }[]
  /** Work of slow hooks. */
  readonly dawdling: Promise<void>[]
  repliesOf(turn: number): readonly ReplyPlan[]
  /** Takes some virtual time. */
  wait(): Promise<void>
}

/** A child's turn has the number of the call that began it. */
export const firstChildTurn = 1_000

export function createWorld({ turns, waits }: Scenario): World {
  let waited = 0
  return {
    isHealed: false,
    openStreams: 0,
    faults: [],
    delivered: new Set(),
    illegal: [],
    effects: [],
    dawdling: [],
    repliesOf: (turn) => (turn >= firstChildTurn ? childReplies : (turns[turn - 1]?.replies ?? [])),
    async wait() {
      const ms = waits[waited++ % waits.length] ?? 0
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
    },
  }
}

const childReplies: readonly ReplyPlan[] = [{ kind: 'calls', calls: ['look', 'send'], says: true }]
