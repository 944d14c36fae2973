import type { Message } from '@hermes/core'
import type { ReplyPlan, Scenario } from './scenario.js'

/** The shared state of the parts around a run, and their observations. */
export interface World {
  /** Whether there are no more faults from now on. */
  isHealed: boolean
  /** The number of running model calls. */
  openStreams: number
  /** The codes of faults, in order. */
  readonly faults: string[]
  /** The turns whose final answer was sent completely. */
  readonly delivered: Set<number>
  /** Histories that a strict provider would have rejected. */
  readonly illegal: (readonly Message[])[]
  /** The ids of the calls whose effect happened, by tool. */
  readonly effects: { readonly tool: string; readonly callId: string }[]
  /** The work of slow hooks. */
  readonly dawdling: Promise<void>[]
  repliesOf(turn: number): readonly ReplyPlan[]
  /** Waits for some virtual time. */
  wait(): Promise<void>
}

/** The offset of the turn numbers of children, to which the number of the call that started the child is added. */
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
