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
  const suggestFiles = async (query: string) => ['src/a.ts', 'a b.md'].filter((name) => name.includes(query))
  const suggestions = await completeInput(table, () => context, suggestFiles)(text)
  return suggestions?.choices.map((choice) => text.slice(0, suggestions.start) + choice.text)
}

test.each([
  ['/n', ['/new']],
  ['/m', ['/model', '/more']],
  ['/new', []],
  ['/x', []],
  ['/model opus', ['/model opus-large', '/model opus-small']],
  ['/new x', []],
  ['look at @src', ['look at @src/a.ts ']],
  ['@md', ['@"a b.md" ']],
])('completes %j to %j', async (text, completions) => {
  expect(await complete(text)).toEqual(completions)
})

test('does not complete any other text', async () => {
  expect(await complete('hello')).toBeUndefined()
  expect(await complete('mail me at a@b')).toBeUndefined()
  expect(await complete('/new\nmore')).toBeUndefined()
})
