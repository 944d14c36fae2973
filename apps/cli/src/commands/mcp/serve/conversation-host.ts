import { conversationsOf, withConversations } from '@hermes/conversations/stored'
import { StoreError } from '@hermes/core'
import { createMemoryQuestions, createQuestionDesk } from '@hermes/core/questions'
import { newestOf } from '@hermes/core/sessions'
import type { ConversationHost } from '@hermes/mcp'
import { type RuntimeHost, servedSkills } from '@hermes/runtime'
import { readVersion } from '../../../version.js'
import type { LiveConversations } from './live-conversations.js'

/** Returns the conversations of an open home for an MCP client, and its skills unless the settings exclude them. */
export async function conversationHost(host: RuntimeHost, live: LiveConversations): Promise<ConversationHost> {
  const { store, logger, config, paths, variables } = host
  const table = store.questions ?? createMemoryQuestions()
  const desk = createQuestionDesk({ table, services: { logger } })
  const skills = config.mcp_serve.skills
    ? await servedSkills({ paths, settings: config.skills, variables, logger })
    : undefined
  return {
    version: readVersion(),
    ...(skills && { skills }),
    warn: (sentence) => logger.log('warn', sentence),
    async list(limit) {
      return conversationsOf(await store.sessions.find({ archived: false }))
        .toSorted((left, right) => right.lastActivityAtMs - left.lastActivityAtMs)
        .slice(0, limit)
        .map(({ root, members, lastActivityAtMs }) => {
          const { id, source, workingDirectory } = root
          const title = members.findLast((member) => member.title !== undefined)?.title
          return {
            id,
            source,
            lastActivityAtMs,
            ...(title !== undefined && { title }),
            ...(workingDirectory !== undefined && { workingDirectory }),
          }
        })
    },
    async read(conversationId, limit) {
      const record = await store.sessions.get(conversationId)
      if (!record) throw new StoreError('not-found', `There is no conversation "${conversationId}".`)
      return store.messages.load((await newestOf(store, record)).id, { limit, fromEnd: true })
    },
    async search(text, limit) {
      const hits = (await store.search?.find({ text, limit, roles: ['user', 'assistant'] })) ?? []
      return (await withConversations(store, hits)).map(({ root, hit: { snippet, message } }) => ({
        conversationId: root.id,
        messageId: message.id,
        role: message.message.role,
        timestampMs: message.timestampMs,
        snippet,
      }))
    },
    send: (message) => live.send(message),
    interrupt: (id) => live.interrupt(id),
    questions: () => table.find({ state: 'open' }),
    answer: (id, answer) => desk.answer(id, answer, 'mcp'),
  }
}
