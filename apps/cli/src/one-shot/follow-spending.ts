import { addUsage, noUsage, type Usage } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'

/** Usage of an invocation so far: the calls of its turn, of sub-agents, and of side tasks such as compression. */
export interface Spent {
  readonly apiCalls: number
  readonly usage: Usage
}

export const nothingSpent: Spent = { apiCalls: 0, usage: noUsage }

/** Adds up the model calls of a process that answers a single prompt. */
export function followSpending({ modelCalls }: Pick<Runtime, 'modelCalls'>): () => Spent {
  let spent = nothingSpent
  modelCalls.follow(async (_, calls) => {
    spent = {
      apiCalls: spent.apiCalls + calls.length,
      usage: calls.reduce((sum, call) => addUsage(sum, call.usage), spent.usage),
    }
  })
  return () => spent
}
