import { type Choice, createAgent, createMemoryStore } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { modelCommand } from '../../commands/built-in/settings/model.js'
import { createCommandTable } from '../../commands/create-command-table.js'
import { createConversations } from '../create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const

/** A conversation whose `/model` waits until the server tells the window of its model. */
async function startSlow() {
  const store = createMemoryStore()
  const answered: string[] = []
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const agentFor: AgentFor = async ({ model: id = 'usual' }: Choice) => {
    const transport = scripted([
      () => {
        answered.push(id)
        return text('Hello.')
      },
    ])
    const model = { id, provider: 'lab', reference: { model: id, provider: 'lab' } }
    return { agent: createAgent({ transport, store, model }), model }
  }
  const slowAgentFor: AgentFor = async (choice) => {
    asked.resolve()
    await told.promise
    return agentFor(choice)
  }
  const commands = createCommandTable({ commands: [modelCommand({ agentFor: slowAgentFor })] })
  const conversation = await createConversations({ store, agentFor, commands }).open({ seed: {} })
  const stored = async () =>
    (await store.sessions.get(conversation.id))
      ? (await store.messages.load(conversation.id)).map(({ message: { content } }) => content)
      : []
  return { conversation, stored, answered, asked: asked.promise, tell: told.resolve }
}

test('a message right behind /model is answered by the model that it names', async () => {
  const { conversation, answered, asked, tell } = await startSlow()
  const chosen = conversation.submit({ content: '/model large' }, owner)
  const answer = conversation.submit({ content: 'hello' }, owner)
  await asked
  expect(answered).toEqual([])
  tell()
  expect(await chosen.ended).toMatchObject({ outcome: { text: expect.stringContaining('large') } })
  expect(await answer.ended).toMatchObject({ status: 'turn' })
  expect(answered).toEqual(['large'])
})

test('a message that waits for a command can be interrupted', async () => {
  const { conversation, answered, asked } = await startSlow()
  conversation.submit({ content: '/model large' }, owner)
  const answer = conversation.submit({ content: 'hello' }, owner)
  await asked
  await expect.poll(() => conversation.state.activity).toBe('running')
  conversation.interrupt('The user stopped it.')
  await answer.ended
  expect(answered).toEqual([])
})

test('an accepted message that waits for a command is in the conversation when it was interrupted', async () => {
  const { conversation, stored, answered, asked, tell } = await startSlow()
  conversation.submit({ content: '/model large' }, owner)
  const first = conversation.submit({ content: 'hello', id: '1' }, owner)
  await asked
  expect(await first.accepted).toMatchObject({ as: 'turn' })
  await expect.poll(() => conversation.state.activity).toBe('running')
  conversation.interrupt('The user stopped it.')
  tell()
  expect(await first.ended).toMatchObject({ status: 'turn', result: { outcome: { status: 'interrupted' } } })
  await conversation.submit({ content: 'And now?', id: '2' }, owner).ended
  expect(await stored()).toEqual(['hello', 'And now?', 'Hello.'])
  expect(answered).toEqual(['large'])
})

test('a second interrupt does not wait for the command', async () => {
  const { conversation, stored, answered, asked } = await startSlow()
  conversation.submit({ content: '/model large' }, owner)
  const answer = conversation.submit({ content: 'hello', id: '1' }, owner)
  await asked
  await answer.accepted
  await expect.poll(() => conversation.state.activity).toBe('running')
  conversation.interrupt('The user stopped it.')
  conversation.interrupt('The user stopped it.')
  expect(await answer.ended).toEqual({ status: 'cancelled' })
  expect([await stored(), answered]).toEqual([[], []])
})
