import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import type { MemoryService } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { type CallService, createServiceCaller } from '../../service/service-caller.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { baseUrl, serviceOptions } from '../../service/service-options.js'
import { turnMessages } from '../../service/turn-messages.js'

const sessionState = z.object({ result: z.object({ total_message_count: z.int(), commit_count: z.int() }) })
const found = z.object({ result: z.object({ memories: z.array(z.object({ abstract: z.string() })) }) })

const name = z.string().regex(/^[\w-]{1,40}$/)

const options = z.strictObject({
  ...serviceOptions,
  /**
   * The base URL of a self-hosted server in trusted mode, whose root key is `api_key`. Only in that mode can Hermes say
   * which person it speaks for.
   */
  base_url: baseUrl('http://127.0.0.1:1933'),
  /** The account that the people belong to. */
  account: name.default('default'),
  /** The prefix of each person's user id. */
  user: name.default('hermes'),
})

/** The level of files in its memory. Folders contain summaries of their content. */
const fileLevel = 2

/** OpenViking: facts and preferences that a model extracts from each turn into files, one user per person. */
export const openvikingMemory = defineMemoryProvider({
  id: 'openviking',
  options,
  create: ({ api_key, base_url, account, user, max_recalled }, { fetch, store }) => {
    const callAs = (owner: string) =>
      createServiceCaller({
        service: 'OpenViking',
        fetch,
        baseUrl: base_url,
        headers: {
          ...(api_key !== '' && { 'x-api-key': api_key }),
          'x-openviking-account': account,
          'x-openviking-user': `${user}-${owner}`,
        },
      })
    return createServiceMemory(openviking(callAs), { maxRecalled: max_recalled, services: { store } })
  },
})

function openviking(callAs: (owner: string) => CallService): MemoryService {
  return {
    id: 'openviking',
    async keep(turn, { signal }) {
      const { id, owner, at } = turn
      const call = callAs(owner)
      // Memories are extracted when a session is committed, so each turn is a session. A second commit would extract them again.
      const session = `api/v1/sessions/${id}`
      const answer = await call(session, undefined, { signal, mayBeMissing: true })
      const before = answer === undefined ? undefined : readAnswer('OpenViking', sessionState, answer).result
      if (before === undefined || before.total_message_count === 0) {
        const created_at = at.toISOString()
        const messages = turnMessages(turn).map((message) => ({ ...message, created_at }))
        await call(`${session}/messages/batch`, { messages }, { signal })
      }
      if (before === undefined || before.commit_count === 0) await call(`${session}/commit`, {}, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const query = { query: text, limit, context_type: 'memory', level: [fileLevel] }
      const answer = await callAs(owner)('api/v1/search/find', query, { signal, mayBeMissing: true })
      if (answer === undefined) return []
      return readAnswer('OpenViking', found, answer).result.memories.map(({ abstract }) => ({ text: abstract }))
    },
  }
}
