import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import { type MemoryService, turnLabel } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { type CallService, createServiceCaller } from '../../service/service-caller.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { baseUrl, serviceOptions } from '../../service/service-options.js'
import { turnMessages } from '../../service/turn-messages.js'

const page = z.object({
  results: z.array(z.object({ memory: z.string().optional(), metadata: z.unknown().optional() })),
})

const options = z.strictObject({
  ...serviceOptions,
  base_url: baseUrl('https://api.mem0.ai'),
  /** The prefix of each person's user id. */
  user: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('hermes'),
})

/** Mem0, the platform: facts that a model extracts from each turn, one user per person. */
export const mem0Memory = defineMemoryProvider({
  id: 'mem0',
  options,
  create: ({ api_key, base_url, user, max_recalled }, { fetch, store }) => {
    const headers = { authorization: `Token ${api_key}` }
    const call = createServiceCaller({ service: 'Mem0', fetch, baseUrl: base_url, headers })
    return createServiceMemory(mem0(call, user), { maxRecalled: max_recalled, services: { store } })
  },
})

function mem0(call: CallService, prefix: string): MemoryService {
  const userOf = (owner: string) => `${prefix}-${owner}`
  return {
    id: 'mem0',
    async keep(turn, { signal }) {
      const { id, owner, at, labels } = turn
      const filters = { AND: [{ user_id: userOf(owner) }, { metadata: { [turnLabel]: id } }] }
      const kept = await call('v3/memories/?page=1&page_size=1', { filters }, { signal, mayBeMissing: true })
      if (kept !== undefined && readAnswer('Mem0', page, kept).results.length > 0) return
      const messages = turnMessages(turn)
      const timestamp = Math.floor(at.getTime() / 1_000)
      await call('v3/memories/add/', { messages, user_id: userOf(owner), metadata: labels, timestamp }, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const query = { query: text, filters: { AND: [{ user_id: userOf(owner) }] }, top_k: limit }
      const answer = await call('v3/memories/search/', query, { signal, mayBeMissing: true })
      if (answer === undefined) return []
      return readAnswer('Mem0', page, answer).results.map(({ memory = '', metadata }) => ({
        text: memory,
        labels: metadata,
      }))
    },
  }
}
