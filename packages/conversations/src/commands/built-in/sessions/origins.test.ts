import { createMemoryStore } from '@hermes/core'
import { createReadOrigins, originsNote } from '@hermes/core/origins'
import { expect, test } from 'vitest'
import { idle, owner, testContext } from '../../testing/command-context.js'
import { originsCommand } from './origins.js'

const page = { kind: 'web', name: 'example.com' } as const
const server = { kind: 'mcp', name: 'notes' } as const

async function setUp() {
  const store = createMemoryStore()
  const notes = originsNote.with({}, { read: [page, server], trusted: [] })
  await store.sessions.create({ id: 'session-1', source: 'cli', startedAtMs: 1, notes })
  const context = testContext({ store })
  const record = () => store.sessions.get('session-1')
  return { context, record }
}

test('lists what was read, and which sources are trusted', async () => {
  const { context } = await setUp()
  const command = originsCommand({ isTrusted: ({ kind }) => kind === 'mcp' })
  expect(await command.run('', testContext())).toMatchObject({ text: expect.stringContaining('only read what you') })
  await command.run('trust example.com', context)
  expect(await command.run('', context)).toMatchObject({
    rows: [
      { kind: 'web', name: 'example.com', state: 'trusted here' },
      { kind: 'mcp', name: 'notes', state: 'trusted always' },
    ],
  })
})

test('trusts a source in this conversation', async () => {
  const { context, record } = await setUp()
  expect(await originsCommand({}).run('trust mcp:notes', context)).toMatchObject({
    text: expect.stringContaining('mcp notes'),
  })
  const stored = await record()
  const origins = createReadOrigins(stored && originsNote.of(stored))
  expect([page, server].map(origins.isTrusted)).toEqual([false, true])
  await expect(originsCommand({}).run('trust other.example', context)).rejects.toThrow('read nothing from')
})

test('trusts a source permanently through the settings', async () => {
  const { context } = await setUp()
  const trusted: string[] = []
  const command = originsCommand({ trustForGood: async (name) => void trusted.push(name) })
  expect(await command.run('trust *.example.com always', context)).toMatchObject({ type: 'text' })
  expect(trusted).toEqual(['*.example.com'])
  expect(await originsCommand({}).run('trust x always', context)).toMatchObject({ type: 'error' })
})

test('lets only an admin trust a source, and only between turns', async () => {
  const { context } = await setUp()
  const { store } = context
  const guest = testContext({ store, person: { id: 'bob', role: 'user' } })
  expect(await originsCommand({}).run('trust example.com', guest)).toMatchObject({ type: 'error' })
  context.conversation.state = {
    ...idle,
    activity: 'running',
    turn: { id: 't', startedAtMs: 1, by: owner },
  }
  expect(await originsCommand({}).run('trust example.com', context)).toMatchObject({ type: 'error' })
})
