import { createConversations } from '@hermes/conversations'
import { type Command, type CommandContext, createCommandTable } from '@hermes/conversations/commands'
import { createMemoryStore } from '@hermes/core'
import { expect, test } from 'vitest'
import { completeInput } from './complete-input.js'

const done = async () => ({ type: 'done' }) as const
const command = (name: string, more: Partial<Command> = {}): Command => ({
  name,
  description: name,
  category: 'info',
  run: done,
  ...more,
})

const models = ['opus-large', 'opus-small', 'sonnet']
const commands = [
  command('new'),
  command('model', {
    complete: async (prefix) => models.filter((name) => name.includes(prefix)).map((text) => ({ text })),
  }),
  command('more'),
]

async function complete(text: string) {
  const store = createMemoryStore()
  const table = createCommandTable({ commands })
  await using conversations = createConversations({ store, agentFor: () => Promise.reject(new Error('No turn runs.')) })
  const context: CommandContext = {
    conversation: await conversations.open({ seed: {} }),
    conversations,
    store,
    commands,
    surface: { kind: 'terminal' },
    person: { id: 'local', role: 'admin' },
    signal: new AbortController().signal,
    report: () => undefined,
  }
  return completeInput(table, () => context)(text)
}

test.each([
  ['/n', { text: '/new ', choices: ['/new'] }],
  ['/m', { text: '/mo', choices: ['/model', '/more'] }],
  ['/x', { text: '/x', choices: [] }],
  ['/model opus', { text: '/model opus-', choices: ['opus-large', 'opus-small'] }],
  ['/model large', { text: '/model opus-large', choices: ['opus-large'] }],
  ['/model s', { text: '/model s', choices: models }],
  ['/new x', { text: '/new x', choices: [] }],
])('%j becomes %j', async (text, completion) => {
  expect(await complete(text)).toEqual(completion)
})

test('does not complete other text', async () => {
  expect(await complete('hello')).toBeUndefined()
  expect(await complete('/new\nmore')).toBeUndefined()
})
