import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import type { MemoryService } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { type CallService, createServiceCaller } from '../../service/service-caller.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { baseUrl, serviceOptions } from '../../service/service-options.js'
import { turnText } from '../../service/turn-text.js'

const found = z.object({
  results: z.array(
    z.object({ memory: z.string().optional(), chunk: z.string().optional(), metadata: z.unknown().optional() }),
  ),
})

const options = z.strictObject({
  ...serviceOptions,
  base_url: baseUrl('https://api.supermemory.ai'),
  /** The prefix of each person's container tag. */
  container: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .default('hermes'),
})

/** Supermemory: one document per turn, one container per person. */
export const supermemoryMemory = defineMemoryProvider({
  id: 'supermemory',
  options,
  create: ({ api_key, base_url, container, max_recalled }, { fetch, store }) => {
    const headers = { authorization: `Bearer ${api_key}` }
    const call = createServiceCaller({ service: 'Supermemory', fetch, baseUrl: base_url, headers })
    return createServiceMemory(supermemory(call, container), { maxRecalled: max_recalled, services: { store } })
  },
})

function supermemory(call: CallService, container: string): MemoryService {
  const tagOf = (owner: string) => `${container}-${owner}`
  return {
    id: 'supermemory',
    async keep(turn, { signal }) {
      const { id, owner, at, labels } = turn
      const content = turnText(turn)
      const metadata = { ...labels, at: at.toISOString() }
      // A document with the same custom id is replaced.
      await call('v3/documents', { content, containerTag: tagOf(owner), customId: id, metadata }, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const query = { q: text, containerTag: tagOf(owner), limit, searchMode: 'hybrid' }
      const answer = await call('v4/search', query, { signal, mayBeMissing: true })
      if (answer === undefined) return []
      const { results } = readAnswer('Supermemory', found, answer)
      return results.map(({ memory, chunk, metadata }) => ({ text: memory ?? chunk ?? '', labels: metadata }))
    },
  }
}
