import { defineMemoryProvider } from '@hermes/core/extension'
import * as z from 'zod'
import { type MemoryService, turnLabel } from '../../service/memory-service.js'
import { readAnswer } from '../../service/read-answer.js'
import { type CallService, createServiceCaller } from '../../service/service-caller.js'
import { createServiceMemory } from '../../service/service-memory.js'
import { baseUrl, serviceOptions } from '../../service/service-options.js'
import { turnMessages } from '../../service/turn-messages.js'

const messages = z.array(z.object({ content: z.string(), metadata: z.unknown().optional() }))
const page = z.object({ items: messages })

const options = z.strictObject({
  ...serviceOptions,
  base_url: baseUrl('https://api.honcho.dev'),
  workspace: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .default('hermes'),
})

/** Honcho: the messages of each conversation, one peer per person and one for the agent. */
export const honchoMemory = defineMemoryProvider({
  id: 'honcho',
  options,
  create: ({ api_key, base_url, workspace, max_recalled }, { fetch, store }) => {
    const headers = { ...(api_key !== '' && { authorization: `Bearer ${api_key}` }) }
    const call = createServiceCaller({ service: 'Honcho', fetch, baseUrl: base_url, headers })
    return createServiceMemory(honcho(call, workspace), { maxRecalled: max_recalled, services: { store } })
  },
})

/** The id of the agent. No person has it, because their ids end in a hash. */
const agent = 'agent'

function honcho(call: CallService, workspace: string): MemoryService {
  const root = `v3/workspaces/${workspace}`
  return {
    id: 'honcho',
    async keep(turn, { signal }) {
      const { id, owner, session, at, labels } = turn
      // People of one conversation do not share a session, so that what one says is not attributed to another.
      const sessionId = `${session}-${owner}`
      await call('v3/workspaces', { id: workspace }, { signal })
      const peers = { [owner]: {}, [agent]: { observe_me: false } }
      for (const peer of Object.keys(peers)) await call(`${root}/peers`, { id: peer }, { signal })
      await call(`${root}/sessions`, { id: sessionId, peers }, { signal })
      const path = `${root}/sessions/${sessionId}/messages`
      const kept = await call(
        `${path}/list?page=1&size=1`,
        { filters: { metadata: { [turnLabel]: id } } },
        { signal, mayBeMissing: true },
      )
      if (kept !== undefined && readAnswer('Honcho', page, kept).items.length > 0) return
      const about = { metadata: labels, created_at: at.toISOString() }
      const messages = turnMessages(turn).map(({ role, content }) => ({
        peer_id: role === 'user' ? owner : agent,
        content,
        ...about,
      }))
      await call(path, { messages }, { signal })
    },
    async find({ owner, text, limit }, { signal }) {
      const answer = await call(`${root}/peers/${owner}/search`, { query: text, limit }, { signal, mayBeMissing: true })
      if (answer === undefined) return []
      return readAnswer('Honcho', messages, answer).map(({ content, metadata }) => ({
        text: content,
        labels: metadata,
      }))
    },
  }
}
