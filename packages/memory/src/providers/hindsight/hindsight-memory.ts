import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import type { MemoryService } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { type CallService, createServiceCaller } from '../../service/service-caller.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { baseUrl, serviceOptions } from '../../service/service-options.js'
import { turnText } from '../../service/turn-text.js'

const recalled = z.object({ results: z.array(z.object({ text: z.string(), metadata: z.unknown().optional() })) })

const options = z.strictObject({
  ...serviceOptions,
  /** The base URL. Default: the service of Vectorize. A self-hosted server listens on `http://127.0.0.1:8888`. */
  base_url: baseUrl('https://api.hindsight.vectorize.io'),
  /** The name prefix of the banks. Each person has a bank with this name and their own id. */
  bank: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('hermes'),
})

/** Hindsight: facts that a model extracts from each turn, one bank per person. */
export const hindsightMemory = defineMemoryProvider({
  id: 'hindsight',
  options,
  create: ({ api_key, base_url, bank, max_recalled }, { fetch, store }) => {
    const headers = { ...(api_key !== '' && { authorization: `Bearer ${api_key}` }) }
    const call = createServiceCaller({ service: 'Hindsight', fetch, baseUrl: base_url, headers })
    return createServiceMemory(hindsight(call, bank), { maxRecalled: max_recalled, services: { store } })
  },
})

function hindsight(call: CallService, bank: string): MemoryService {
  const memoriesOf = (owner: string) => `v1/default/banks/${bank}-${owner}/memories`
  return {
    id: 'hindsight',
    async keep(turn, { signal }) {
      const { id, owner, at, labels } = turn
      const content = turnText(turn)
      // A document with the same id is replaced.
      const item = { content, timestamp: at.toISOString(), document_id: id, context: 'conversation', metadata: labels }
      await call(memoriesOf(owner), { items: [item], async: true }, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const answer = await call(
        `${memoriesOf(owner)}/recall`,
        { query: text, budget: 'low', max_tokens: 2_048 },
        { signal, mayBeMissing: true },
      )
      if (answer === undefined) return []
      const { results } = readAnswer('Hindsight', recalled, answer)
      return results.slice(0, limit).map(({ text: fact, metadata }) => ({ text: fact, labels: metadata }))
    },
  }
}
