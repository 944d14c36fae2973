import { createAgent, createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { retryCommand } from '../commands/built-in/turns/undo.js'
import type { Command } from '../commands/command.js'
import { createCommandTable } from '../commands/create-command-table.js'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'chat' } } as const

async function start(...commands: readonly Command[]) {
  const store = createMemoryStore()
  const replies = ['1', '2', '3', '4'].map((each) => text(each))
  const agent = createAgent({ transport: scripted(replies), store, model: { id: 'm' } })
  const conversations = createConversations({
    store,
    agentFor: async () => ({ agent, model: { id: 'm', provider: 'p' } }),
    commands: createCommandTable({ commands }),
  })
  const conversation = await conversations.open({ seed: {} })
  const say = (content: string, id?: string) => conversation.submit({ content, ...(id !== undefined && { id }) }, owner)
  const said = async () => {
    const [session] = await store.sessions.find({ parentSessionId: conversation.id })
    const messages = await store.messages.load(session?.id ?? conversation.id)
    return messages.flatMap(({ message: { role, content } }) => (role === 'user' ? [content] : []))
  }
  return { conversations, say, said }
}

/** Creates a command that becomes a message when it is released. */
function slow() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const command: Command = {
    name: 'slow',
    description: 'become a message',
    category: 'session',
    becomesMessage: true,
    async run(content) {
      await promise
      return { type: 'message', content }
    },
  }
  return { command, release: resolve }
}

test.each([{ ids: [] }, { ids: ['a', 'b', 'c'] }])(
  'a message sent right after /retry follows it, with the ids $ids',
  async ({ ids }) => {
    const { say, said } = await start(retryCommand({ generateId: () => 'session-2' }))
    await say('Hello', ids[0]).ended
    const [retried, next] = [say('/retry', ids[1]), say('Next', ids[2])]
    expect(await retried.ended).toMatchObject({ result: { finalResponse: '2' } })
    expect(await next.ended).toMatchObject({ result: { finalResponse: '3' } })
    expect(await said()).toEqual(['Hello', 'Next'])
  },
)

test('messages and commands after a command that becomes a message keep their order', async () => {
  const { command, release } = slow()
  const quick: Command = { ...command, name: 'quick', run: async (content) => ({ type: 'message', content }) }
  const { say, said } = await start(command, quick)
  const all = [say('/slow one'), say('/quick two'), say('three')]
  release()
  await Promise.all(all.map(({ ended }) => ended))
  expect(await said()).toEqual(['one', 'two', 'three'])
})

test('a message that waits for such a command can be canceled', async () => {
  const { command, release } = slow()
  const { say, said } = await start(command)
  const [first, second] = [say('/slow one'), say('two')]
  expect(await second.cancel('The client left.')).toBe(true)
  expect(await second.ended).toEqual({ status: 'cancelled' })
  await expect(second.accepted).rejects.toThrow('The client left.')
  release()
  await first.ended
  expect(await said()).toEqual(['one'])
})

test('a message that waits for such a command is refused when the process stops', async () => {
  const { command, release } = slow()
  const { conversations, say } = await start(command)
  const [, message] = [say('/slow one'), say('two')]
  const drained = conversations.drain()
  release()
  expect(await message.ended).toMatchObject({ status: 'refused', reason: 'closing' })
  await drained
})
