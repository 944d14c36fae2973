import type { Prepare, Work } from './benchmark.ts'
import { createFloorClient, type FloorHistory, floorConversation } from './floors.ts'
import { createOpenAI, openaiConversation } from './openai.ts'
import { createProduct, createProductConversations, createProductStore, takeTurn } from './product.ts'

export interface LoopShape {
  /** The number of tool calls in one conversation. */
  readonly turns: number
  /** The length of a tool result in characters. */
  readonly resultLength: number
  /** The number of concurrent conversations. Default 1. */
  readonly sessions?: number
}

export type LoopOf = (shape: LoopShape) => Prepare

export function floorLoop({ turns, resultLength, sessions }: LoopShape, createHistory: () => FloorHistory): Prepare {
  return ({ server }) => {
    const client = createFloorClient(`${server}/tools/${turns}`)
    return atOnce(sessions, () => floorConversation(client, createHistory(), resultLength))
  }
}

export function productLoop({ turns, resultLength, sessions }: LoopShape, synchronous?: 'FULL' | 'NORMAL'): Prepare {
  return async ({ server, folder }) => {
    const store = synchronous && (await createProductStore(`${folder}/state.db`, synchronous))
    const baseUrl = `${server}/tools/${turns}`
    const agent = await createProduct({ baseUrl, resultLength, ...(store && { store }) })
    return atOnce(sessions, () => takeTurn(agent))
  }
}

/** Prepares the same turns as live conversations, each with one onlooker. */
export function conversationLoop({ turns, resultLength, sessions }: LoopShape): Prepare {
  return async ({ server }) => {
    const converse = await createProductConversations({ baseUrl: `${server}/tools/${turns}`, resultLength })
    return atOnce(sessions, converse)
  }
}

export function openaiLoop({ turns, resultLength, sessions }: LoopShape): Prepare {
  return async ({ server }) => {
    const client = await createOpenAI(`${server}/tools/${turns}`)
    return atOnce(sessions, () => openaiConversation(client, resultLength))
  }
}

export function atOnce(count = 1, converse: () => Promise<unknown>): Work {
  return async () => {
    await Promise.all(Array.from({ length: count }, converse))
    return undefined
  }
}
