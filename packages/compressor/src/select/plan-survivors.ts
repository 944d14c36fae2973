import type { Block } from '../blocks.js'
import { type Protection, protect, type Survivors } from './protect.js'

/** A conversation, divided into kept and removed blocks. */
export interface Plan {
  readonly head: readonly Block[]
  /** The removed blocks, in order. */
  readonly middle: readonly Block[]
  /** The newest question and the tail. */
  readonly end: readonly Block[]
}

export interface Space {
  /** The maximum size of all messages, in tokens. */
  readonly tokens: number
  /** Returns the size of a summary that replaces this number of tokens. */
  summaryOf(tokens: number): number
}

/**
 * Selects the blocks to keep. If they do not fit, the tail is shortened step by step, then the head. The strictest plan keeps the newest
 * question and the newest block, and is used even if it does not fit.
 */
export function planSurvivors(blocks: readonly Block[], protection: Protection, space: Space): Plan {
  let plan = toPlan(blocks, protect(blocks, protection))
  for (const stricter of stricterThan(protection)) {
    if (fits(plan, space)) return plan
    plan = toPlan(blocks, protect(blocks, stricter))
  }
  return plan
}

export function tokensOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + block.tokens, 0)
}

function fits({ head, middle, end }: Plan, space: Space): boolean {
  const left = tokensOf(head) + tokensOf(end)
  const summary = middle.length > 0 ? space.summaryOf(tokensOf(middle)) : 0
  return left + summary <= space.tokens
}

function* stricterThan(protection: Protection): Iterable<Protection> {
  let { first, last, tailTokens } = protection
  while (last > 1 || tailTokens > 64) {
    last = Math.max(1, Math.floor(last / 2))
    tailTokens = tailTokens > 64 ? Math.floor(tailTokens / 2) : 0
    yield { first, last, tailTokens }
  }
  while (first > 0) {
    first = Math.floor(first / 2)
    yield { first, last, tailTokens: 0 }
  }
}

function toPlan(blocks: readonly Block[], { headEnd, tailStart, island }: Survivors): Plan {
  const question = island === undefined ? [] : blocks.slice(island, island + 1)
  return {
    head: blocks.slice(0, headEnd),
    middle: blocks.slice(headEnd, tailStart).filter((_, index) => index + headEnd !== island),
    end: [...question, ...blocks.slice(tailStart)],
  }
}
