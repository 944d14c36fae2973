import { type Choice, ConfigError, createAgent, createMemoryStore } from '@hermes/core'
import { scripted } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from '../create-conversations.js'

test('refuses to change what an administrator has fixed, and stores nothing', async () => {
  const by = '/etc/hermes/config.yaml'
  const model = { id: 'usual', provider: 'lab' }
  const store = createMemoryStore()
  const agent = createAgent({ transport: scripted([]), store, model })
  const fixed = { fields: ['approvals'], by } as const
  const conversations = createConversations({ store, agentFor: async (_: Choice) => ({ agent, model, fixed }) })
  const owner = { id: 'local', role: 'admin' } as const
  const conversation = await conversations.open({ seed: {} })
  const refused = conversation.choose({ approvals: 'off' }, owner)
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(by)
  expect(conversation.choice).toEqual({})
  expect(await conversation.choose({ reasoning: 'high' }, owner)).toEqual({ reasoning: 'high' })
})
