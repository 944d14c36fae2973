import { createAgent, createMemoryStore, textOf } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { queueCommand } from '../commands/built-in/turns/queue.js'
import { createCommandTable } from '../commands/create-command-table.js'
import { createConversations } from './create-conversations.js'

const owner = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } } as const
const limit = 1024 * 1024

test('accepts 1 MB of arguments, and refuses more without blocking what comes next', async () => {
  const store = createMemoryStore()
  const agent = createAgent({ transport: scripted([text('Read.'), text('Still here.')]), model: { id: 'm' }, store })
  const commands = createCommandTable({ commands: [queueCommand()] })
  const agentFor = async () => ({ agent, model: { id: 'm', provider: 'p', contextWindow: 9_000_000 } })
  await using conversations = createConversations({ store, agentFor, commands })
  const conversation = await conversations.open({ seed: {} })

  const whole = conversation.submit({ content: `/queue ${'x'.repeat(limit)}` }, owner)
  expect(await whole.ended).toMatchObject({ status: 'turn', result: { finalResponse: 'Read.' } })
  const [asked] = await store.messages.load(conversation.id)
  expect(textOf(asked?.message.content ?? null)).toHaveLength(limit)

  const larger = conversation.submit({ content: `/queue ${'x'.repeat(limit + 1)}` }, owner)
  expect(await larger.accepted).toEqual({ as: 'command', name: 'queue' })
  expect(await larger.ended).toMatchObject({
    status: 'command',
    outcome: { type: 'error', text: 'The arguments of /queue are longer than 1 MB.' },
  })
  const next = conversation.submit({ content: 'There?' }, owner)
  expect(await next.ended).toMatchObject({ result: { finalResponse: 'Still here.' } })
})

test('treats a name of a megabyte as no command, and answers at once', async () => {
  const commands = createCommandTable({ commands: [queueCommand()] })
  const agentFor = () => Promise.reject(new Error('No turn runs here.'))
  await using conversations = createConversations({ store: createMemoryStore(), agentFor, commands })
  const conversation = await conversations.open({ seed: {} })
  const { ended } = conversation.submit({ content: `/${'q'.repeat(limit)}` }, owner)
  expect(await ended).toMatchObject({ status: 'command', outcome: { type: 'error' } })
})
