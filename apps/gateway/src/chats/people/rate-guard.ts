import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'

export interface RateRule {
  /** Maximum number of messages that are answered within the window. */
  readonly most: number
  readonly windowMs: number
  /** How long messages are ignored after too many, in milliseconds. */
  readonly pauseMs: number
}

/** The decision about a message. `pause`: this message starts the pause, which is announced. */
export type RateDecision = 'answer' | 'ignore' | 'pause'

/** Counts messages of chats or people, across all gateways of a store. */
export interface RateGuard {
  /** Decides about a message. Repeating it has the same result. @param key Messages with the same key are counted together. */
  decide(id: string, key: string, rule: RateRule): Promise<RateDecision>
}

const countSchema = z.object({
  seen: z.array(z.object({ id: z.string(), atMs: z.number() })),
  paused: z.object({ by: z.string(), untilMs: z.number() }).optional(),
})

export function createRateGuard(values: ValueTable, namespace: string, now: () => number = Date.now): RateGuard {
  return {
    async decide(id, key, { most, windowMs, pauseMs }) {
      let decision: RateDecision = 'answer'
      await values.update(namespace, key, (stored) => {
        const { seen: earlier, paused } = storedValue(countSchema, stored) ?? { seen: [] }
        const atMs = now()
        if (paused && atMs < paused.untilMs) {
          decision = paused.by === id ? 'pause' : 'ignore'
          return stored
        }
        const others = earlier.filter((each) => each.id !== id && atMs - each.atMs < windowMs)
        decision = others.length < most ? 'answer' : 'pause'
        return decision === 'answer'
          ? { seen: [...others, { id, atMs }] }
          : { seen: [], paused: { by: id, untilMs: atMs + pauseMs } }
      })
      return decision
    },
  }
}
