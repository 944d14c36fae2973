import { type Choice, ConfigError, createAgent, createMemoryStore } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { modelCommand } from '../../commands/built-in/settings/model.js'
import { createCommandTable } from '../../commands/create-command-table.js'
import { createConversations } from '../create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const

/** Creates a conversation whose `/model` waits until the server reports the context window. */
async function startSlow() {
  const store = createMemoryStore()
  const answered: string[] = []
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  let held: Promise<void> | undefined
  const agentFor: AgentFor = async ({ model: id = 'usual', approvals }: Choice) => {
    if (!approvals) await held
    if (id === 'gone') throw new ConfigError('model', 'There is no gone.')
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
  /** Blocks commands that choose a model. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { conversation, stored, answered, asked: asked.promise, tell: told.resolve, hold }
}

test('a message sent right after /model is answered by the model that it names', async () => {
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

test('an accepted message that waits for a command is part of the conversation after an interrupt', async () => {
  const { conversation, stored, answered, asked, tell } = await startSlow()
  conversation.submit({ content: '/model large' }, owner)
  const first = conversation.submit({ content: 'hello', id: '1' }, owner)
  await asked
  expect(await first.accepted).toMatchObject({ as: 'turn' })
  await expect.poll(() => conversation.state.activity).toBe('running')
  conversation.interrupt('The user stopped it.')
  conversation.interrupt('The user stopped it.')
  tell()
  expect(await first.ended).toMatchObject({ status: 'turn', result: { outcome: { status: 'interrupted' } } })
  await conversation.submit({ content: 'And now?', id: '2' }, owner).ended
  expect(await stored()).toEqual(['hello', 'And now?', 'Hello.'])
  expect(answered).toEqual(['large'])
})

test('an accepted message that waits for a command can be canceled', async () => {
  const { conversation, stored, answered, asked } = await startSlow()
  conversation.submit({ content: '/model large' }, owner)
  const answer = conversation.submit({ content: 'hello', id: '1' }, owner)
  await asked
  await answer.accepted
  await expect.poll(() => conversation.state.activity).toBe('running')
  expect(await answer.cancel('The client left.')).toBe(true)
  expect(await answer.ended).toEqual({ status: 'cancelled' })
  expect([await stored(), answered]).toEqual([[], []])
})

test('commands change the choice in order, even when the first one takes long to look up its model', async () => {
  const { conversation, asked, tell } = await startSlow()
  const first = conversation.submit({ content: '/model large' }, owner)
  await asked
  const second = conversation.submit({ content: '/model small' }, owner)
  tell()
  await Promise.all([first.ended, second.ended])
  expect(conversation.choice).toMatchObject({ model: 'small' })
})

test('a change that takes long to look up its model does not undo later ones', async () => {
  const { conversation, hold } = await startSlow()
  const tell = hold()
  const looked = conversation.choose({ model: 'large' }, owner.person)
  const changed = conversation.choose({ approvals: 'manual' }, owner.person)
  tell()
  await Promise.all([looked, changed])
  expect(conversation.choice).toMatchObject({ model: 'large', approvals: 'manual' })
})

test('a failed change does not block the next one', async () => {
  const { conversation, tell } = await startSlow()
  tell()
  const failing = conversation.choose({ model: 'gone' }, owner.person)
  const changed = conversation.choose({ model: 'large' }, owner.person)
  await expect(failing).rejects.toThrow('no gone')
  expect(await changed).toMatchObject({ model: 'large' })
})
