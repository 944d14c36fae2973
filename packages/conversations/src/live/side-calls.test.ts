import { createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { btwCommand } from '../commands/built-in/work/btw.js'
import { createCommandTable } from '../commands/create-command-table.js'
import type { SideCall } from '../contracts/side-call.js'
import { createConversations } from './create-conversations.js'

const ada = { person: { id: 'ada', role: 'user' }, surface: { kind: 'chat' } } as const

test('accounts the model calls of a command to the person before the command ends, and still answers if that fails', async () => {
  const transport = scripted([text('Blue.', { usage: { inputTokens: 7, outputTokens: 2 } }), text('Green.')])
  const calls: SideCall[] = []
  await using conversations = createConversations({
    store: createMemoryStore(),
    agentFor: () => Promise.reject(new Error('No turn runs here.')),
    commands: createCommandTable({
      commands: [btwCommand({ sideModel: async () => ({ transport, model: { id: 'small' } }) })],
    }),
    async onSideCall(call) {
      if (calls.push(call) > 1) throw new Error('The disk is full.')
    },
  })
  const conversation = await conversations.open({ seed: {} })
  const first = await conversation.submit({ content: '/btw which colour?' }, ada).ended
  expect(first).toMatchObject({ outcome: { text: 'Blue.' } })
  expect(calls).toMatchObject([{ id: conversation.id, by: { id: 'ada' }, usage: { inputTokens: 7, outputTokens: 2 } }])
  const second = await conversation.submit({ content: '/btw and now?' }, ada).ended
  expect(second).toMatchObject({ outcome: { text: 'Green.' } })
  expect(calls).toHaveLength(2)
})
