import { addUsage, noUsage, promptTokens, type Usage } from '@hermes/core'
import type { UsageAccount } from '@hermes/core/sessions'

/** The activity in a period, or of a model. */
export interface Activity {
  /** The number of active conversations; one with many continuations counts once. */
  readonly conversations: number
  readonly messages: number
  readonly toolCalls: number
  readonly apiCalls: number
  readonly usage: Usage
}

/** Adds up activity incrementally. */
export interface Tally {
  addMessages(conversation: string, messages: number, toolCalls: number): void
  addCalls(conversation: string, account: Pick<UsageAccount, 'apiCallCount' | 'usage'>): void
  sum(): Activity
}

export function createTally(): Tally {
  const conversations = new Set<string>()
  let messages = 0
  let toolCalls = 0
  let apiCalls = 0
  let usage = noUsage
  return {
    addMessages(conversation, more, calls) {
      conversations.add(conversation)
      messages += more
      toolCalls += calls
    },
    addCalls(conversation, account) {
      conversations.add(conversation)
      apiCalls += account.apiCallCount
      usage = addUsage(usage, account.usage)
    },
    sum: () => ({ conversations: conversations.size, messages, toolCalls, apiCalls, usage }),
  }
}

/** One tally per name. */
export interface Tallies {
  of(name: string): Tally
  sums(): readonly (Activity & { readonly name: string })[]
}

export function createTallies(): Tallies {
  const tallies = new Map<string, Tally>()
  return {
    of(name) {
      const tally = tallies.get(name) ?? createTally()
      tallies.set(name, tally)
      return tally
    },
    sums: () => [...tallies].map(([name, tally]) => ({ name, ...tally.sum() })),
  }
}

/** Returns the sum of input and output tokens. */
export function tokensOf(usage: Usage): number {
  return promptTokens(usage) + usage.outputTokens
}
