import { type Choice, createAgent, createMemoryStore } from '@hermes/core'
import type { AgentFor } from '@hermes/core/wiring'
import { hang, type Reply, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createConversations } from '../create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const
const store = createMemoryStore()

/** Creates a process that records which models answer. */
function start(reply: () => Reply) {
  const answered: unknown[] = []
  const agentFor: AgentFor = async ({ model: id = 'usual' }: Choice) => {
    const transport = scripted([
      () => {
        answered.push(id)
        return reply()
      },
    ])
    const reference = { model: id, provider: 'lab' }
    return {
      agent: createAgent({ transport, store, model: { id, provider: 'lab', reference } }),
      model: { id, ...reference },
    }
  }
  return { conversations: createConversations({ store, agentFor }), answered }
}

test('a model that an input requests answers its turn and no other', async () => {
  const { conversations, answered } = start(() => text('Hello.'))
  const conversation = await conversations.open({ seed: {} })
  await conversation.submit({ content: 'one', model: { model: 'small' } }, owner).ended
  await conversation.submit({ content: 'two' }, owner).ended
  expect(conversation.choice).toEqual({})
  await conversation.choose({ model: 'large' }, owner.person)
  await conversation.submit({ content: 'three', model: { model: 'small' } }, owner).ended
  expect(answered).toEqual(['small', 'usual', 'large'])
})

test('the model stays with a queued input for the process that takes it over', async () => {
  const first = start(() => hang())
  const conversation = await first.conversations.open({ id: 's', seed: {} })
  const running = conversation.submit({ content: 'one' }, owner)
  await expect.poll(() => first.answered).toEqual(['usual'])
  const waiting = conversation.submit({ content: 'two', id: 'later', model: { model: 'small' } }, owner)
  expect((await waiting.accepted).as).toBe('queued')
  await first.conversations.drain({ signal: AbortSignal.abort() })
  await running.ended
  const second = start(() => text('Hello.'))
  await second.conversations.resumeQueued()
  await expect.poll(() => second.answered).toEqual(['small'])
  await second.conversations.drain()
})
