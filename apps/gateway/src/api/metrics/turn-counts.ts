import type { EndedTurn } from '@hermes/conversations'

type Outcome = EndedTurn['result']['outcome']['status']

/** Sums over the turns of this process, of all surfaces. */
export interface TurnCounts {
  add(turn: EndedTurn): void
  /** Turns and their durations by outcome. */
  readonly byOutcome: ReadonlyMap<Outcome, { readonly turns: number; readonly seconds: number }>
}

export function createTurnCounts(): TurnCounts {
  const byOutcome = new Map<Outcome, { turns: number; seconds: number }>()
  return {
    byOutcome,
    add({ result, startedAtMs, endedAtMs }) {
      const { status } = result.outcome
      const { turns, seconds } = byOutcome.get(status) ?? { turns: 0, seconds: 0 }
      byOutcome.set(status, { turns: turns + 1, seconds: seconds + (endedAtMs - startedAtMs) / 1000 })
    },
  }
}
