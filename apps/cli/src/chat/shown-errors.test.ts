import { createConversations } from '@hermes/conversations'
import { createAgent, createMemoryStore, StoreError } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createShownErrors } from './shown-errors.js'

test('reports a full disk once, although it ends the turn, its input and the wait for it', async () => {
  const memory = createMemoryStore()
  const append = () => Promise.reject(new StoreError('full', 'The disk is full.'))
  const store = { ...memory, messages: { ...memory.messages, append } }
  const agent = createAgent({ transport: scripted([text('Hello.')]), store, model: { id: 'm' } })
  await using conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
  })
  const conversation = await conversations.open({ seed: {} })
  const shown = createShownErrors()
  const watching = new AbortController()
  const ended = Promise.withResolvers<void>()
  const watch = async () => {
    for await (const event of conversation.events({ signal: watching.signal })) {
      shown.see(event)
      if (event.type === 'turn-done') ended.resolve()
    }
  }
  void watch()
  const by = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const
  const submission = conversation.submit({ content: 'Hi' }, by)
  const refused: unknown = await submission.accepted.catch((error: unknown) => error)
  await ended.promise
  const end = await submission.ended
  expect(end.status).toBe('failed')
  expect([refused, end.status === 'failed' && end.error].map(shown.take)).toEqual([false, false])
  watching.abort()
  expect(shown.take(new StoreError('full', 'The disk is full.'))).toBe(true)
})
