import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { branchConversation, rewindConversation } from '@hermes/conversations/stored'
import { createAgent, type Message, type ModelRequest, type SessionStore } from '@hermes/core'
import { originsNote } from '@hermes/core/origins'
import { newestOf } from '@hermes/core/sessions'
import { createSqliteStore } from '@hermes/state'
import { hang, scripted, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'

const id = 'conversation'

async function openStore(): Promise<SessionStore> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-rewind-'))
  const store = await createSqliteStore({ path: join(folder, 'state.db') })
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return store
}

async function talk(store: SessionStore, ...said: readonly string[]): Promise<readonly ModelRequest[]> {
  const transport = scripted(said.map((input) => text(`Answer to ${input}`)))
  const agent = createAgent({ transport, model: { id: 'small' }, store })
  for (const input of said) await agent.chat(input, { sessionId: id })
  return transport.requests
}

function rewind(store: SessionStore, exchanges: number, generateId = () => `rewound-${exchanges}`) {
  return rewindConversation(id, { store, exchanges, generateId, signal: new AbortController().signal })
}

const contents = (messages: readonly Message[]) => messages.map(({ content }) => content)

test('keeps the request prefix after a rewind', async () => {
  const store = await openStore()
  const before = await talk(store, 'one', 'two')
  expect(await rewind(store, 1)).toEqual({ exchanges: 1, content: 'two', messagesLeft: 2 })
  const [after] = await talk(store, 'three')
  expect(after?.system).toBe(before[1]?.system)
  expect(JSON.stringify(after?.messages.slice(0, 2))).toBe(JSON.stringify(before[1]?.messages.slice(0, 2)))
  expect(contents(after?.messages ?? [])).toEqual(['one', 'Answer to one', 'three'])
  expect(contents((await store.messages.load(id)).map(({ message }) => message))).toContain('two')
})

test('continues an empty conversation after a rewind of everything', async () => {
  const store = await openStore()
  await talk(store, 'one', 'two')
  await rewind(store, 2)
  const [after] = await talk(store, 'three')
  expect(contents(after?.messages ?? [])).toEqual(['three'])
  const root = await store.sessions.get(id)
  expect(root && (await newestOf(store, root)).id).toBe('rewound-2')
})

test('does not count content as read that only the removed messages contain', async () => {
  const store = await openStore()
  const agent = createAgent({ transport: scripted(Array(4).fill(text('Answer'))), model: { id: 'small' }, store })
  const say = (input: string, name?: string) =>
    agent.chat(input, { sessionId: id, ...(name !== undefined && { origins: [{ kind: 'mcp', name }] }) })
  const read = async () => {
    const root = await store.sessions.get(id)
    const newest = root && (await store.sessions.get((await newestOf(store, root)).id))
    return (newest && originsNote.of(newest)?.read)?.map(({ name }) => name)
  }
  await say('one', 'first')
  await say('two')
  await say('three', 'second')
  await say('four', 'first')
  expect(await rewind(store, 1, () => 'a')).not.toHaveProperty('origins')
  expect(await read()).toEqual(['first', 'second'])
  expect(await rewind(store, 1, () => 'b')).toMatchObject({ origins: [{ kind: 'mcp', name: 'second' }] })
  expect(await read()).toEqual(['first'])
  await rewind(store, 2, () => 'c')
  expect(await read()).toEqual([])
})

test('fails one of two concurrent rewinds without losing anything', async () => {
  const store = await openStore()
  await talk(store, 'one', 'two')
  const outcomes = await Promise.allSettled([rewind(store, 1, () => 'left'), rewind(store, 1, () => 'right')])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [after] = await talk(store, 'three')
  expect(contents(after?.messages ?? [])).toEqual(['one', 'Answer to one', 'three'])
})

test('hits the cached prefix in a branch, and leaves the other conversation unchanged', async () => {
  const store = await openStore()
  const before = await talk(store, 'one')
  await branchConversation(id, { store, id: 'branch', title: 'other way' })
  const transport = scripted([text('Answer')])
  await createAgent({ transport, model: { id: 'small' }, store }).chat('two', { sessionId: 'branch' })
  const [after] = transport.requests
  expect(after?.system).toBe(before[0]?.system)
  expect(JSON.stringify(after?.messages.slice(0, 1))).toBe(JSON.stringify(before[0]?.messages))
  expect(contents(after?.messages ?? [])).toEqual(['one', 'Answer to one', 'two'])
  expect(await store.messages.load(id)).toHaveLength(2)
  expect((await store.sessions.get('branch'))?.link).toBe('branch')
})

test('branches off without the messages of a turn that is running', async () => {
  const store = await openStore()
  const transport = scripted([text('Answer to one'), hang()])
  const agent = createAgent({ transport, model: { id: 'small' }, store })
  await agent.chat('one', { sessionId: id })
  const stop = new AbortController()
  const running = agent.chat('two', { sessionId: id, signal: stop.signal })
  await expect.poll(async () => (await store.messages.load(id)).length).toBe(3)
  const copied = async (branch: string) => {
    await branchConversation(id, { store, id: branch })
    return contents((await store.messages.load(branch)).map(({ message }) => message))
  }
  expect(await copied('during')).toEqual(['one', 'Answer to one'])
  stop.abort()
  await expect(running).rejects.toThrow()
  expect(await copied('after')).toEqual(['one', 'Answer to one', 'two'])
})
