import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import type { MemoryService } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { type CallService, createServiceCaller } from '../../service/service-caller.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { baseUrl, serviceOptions } from '../../service/service-options.js'
import { turnMessages } from '../../service/turn-messages.js'

const found = z.object({
  results: z.array(z.object({ memory: z.object({ content: z.string(), metadata: z.unknown().optional() }) })),
})

const options = z.strictObject({
  ...serviceOptions,
  base_url: baseUrl('https://api.retaindb.com'),
  project: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .default('hermes'),
})

/**
 * RetainDB: facts that it extracts from each turn, one user per person. Each turn is a separate session there, so that
 * it has an id.
 */
export const retaindbMemory = defineMemoryProvider({
  id: 'retaindb',
  options,
  create: ({ api_key, base_url, project, max_recalled }, { fetch, store }) => {
    const headers = { ...(api_key !== '' && { authorization: `Bearer ${api_key}`, 'x-api-key': api_key }) }
    const call = createServiceCaller({ service: 'RetainDB', fetch, baseUrl: base_url, headers })
    return createServiceMemory(retaindb(call, project), { maxRecalled: max_recalled, services: { store } })
  },
})

function retaindb(call: CallService, project: string): MemoryService {
  return {
    id: 'retaindb',
    async keep(turn, { signal }) {
      const { id, owner, at } = turn
      const timestamp = at.toISOString()
      const messages = turnMessages(turn).map((message) => ({ ...message, timestamp }))
      const session = { project, session_id: id, user_id: owner, messages, write_mode: 'sync' }
      await call('v1/memory/ingest/session', session, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const query = { project, query: text, user_id: owner, top_k: limit, include_pending: true }
      const answer = await call('v1/memory/search', query, { signal, mayBeMissing: true })
      if (answer === undefined) return []
      return readAnswer('RetainDB', found, answer).results.map(({ memory }) => ({
        text: memory.content,
        labels: memory.metadata,
      }))
    },
  }
}
