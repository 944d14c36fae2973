import { type Message, type SessionStore, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createToolExecutor, createToolRegistry } from '../index.js'
import { sessionSearchTools } from './session-search.js'

let store: SessionStore

beforeEach(async () => {
  store = await createSqliteStore({ path: ':memory:' })
  onTestFinished(() => store[Symbol.asyncDispose]())
  await store.sessions.create({ id: 'now', source: 'cli', startedAtMs: 9_000 })
})

async function add(
  id: string,
  texts: readonly string[],
  fields: { userId?: string; source?: string; title?: string } = {},
) {
  await store.sessions.create({ id, source: 'cli', startedAtMs: 1_000, ...fields })
  const messages = texts.map((content, index): Message => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
  await store.messages.append(
    id,
    messages.map((message, index) => ({ message, timestampMs: 1_000 + index })),
  )
}

async function call(args: object, sessionId = 'now'): Promise<string> {
  const registry = createToolRegistry(sessionSearchTools({ store }))
  const toolCall = {
    id: 'c',
    type: 'function' as const,
    function: { name: 'session_search', arguments: JSON.stringify(args) },
  }
  const context = { sessionId, taskId: 't', signal: new AbortController().signal }
  for await (const event of createToolExecutor({ registry }).execute([toolCall], context)) {
    if (event.type === 'tool-end') return textOf(event.message.content)
  }
  throw new Error('No result.')
}

const turns = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}`)

test('finds sessions and shows the context, start and end of the best one', async () => {
  const texts = turns(30, 'chat')
  texts[15] = 'the harbour lights are green'
  await add('a', texts, { title: 'Lights' })
  await add('b', ['about the harbour, and much else that fills a longer message with words', 'yes'])
  const found = await call({ query: 'harbour lights OR harbour' })
  expect(found).toContain('a "Lights" (cli, 1970-01-01 00:00 UTC)')
  expect(found).toContain('the harbour lights are green')
  expect(found).toMatch(/begins #\d+ user: chat 0/)
  expect(found).toMatch(/#\d+ user: chat 10\n/)
  expect(found).toMatch(/ends #\d+ assistant: chat 29/)
  expect(found).not.toContain('chat 5\n')
  expect(found).toMatch(/\n\nb \(cli.*\n#\d+ user: about the harbour/)
})

test('reads a session and pages around a message', async () => {
  await add('a', turns(60, 'chat'), { title: 'Long talk' })
  const read = await call({ session_id: 'Long talk' })
  expect(read).toContain('chat 19\n')
  expect(read).toContain('[... 20 messages')
  expect(read).toContain('chat 59')
  const id = Number(/#(\d+) assistant: chat 19/.exec(read)?.[1]) + 5
  const near = await call({ session_id: 'a', around_message_id: id, window: 1 })
  expect(near.match(/chat \d+/g)).toEqual(['chat 23', 'chat 24', 'chat 25'])
  expect(await call({ session_id: 'a', around_message_id: 99_999 })).toContain('no message #99999')
})

test('with full detail, shows the context of every session and reads one completely', async () => {
  await add('a', [...turns(20, 'chat'), 'the harbour'], { title: 'Lights' })
  await add('b', ['harbour, and much else that fills a longer message with words', ...turns(50, 'talk')])
  const brief = await call({ query: 'harbour' })
  expect(brief).not.toMatch(/ends #\d+ assistant: talk 49/)
  const full = await call({ query: 'harbour', detail: 'full' })
  expect(full).toMatch(/begins #\d+ user: chat 0/)
  expect(full).toMatch(/ends #\d+ user: talk 49/)
  const whole = await call({ session_id: 'b', detail: 'full' })
  expect(whole).toContain('talk 25\n')
})

test('filters roles when searching and reading', async () => {
  await add('a', ['what about the harbour', 'the harbour is green'])
  const found = await call({ query: 'harbour', role_filter: ['assistant'] })
  expect(found).toMatch(/^#\d+ assistant: the harbour is green$/m)
  const read = await call({ session_id: 'a', role_filter: ['user'] })
  expect(read).toContain('what about the harbour')
  expect(read).not.toContain('green')
})

test('does not find the messages of the current session', async () => {
  await store.messages.append('now', [{ message: { role: 'user', content: 'find the harbour' }, timestampMs: 1 }])
  expect(await call({ query: 'harbour' })).toContain('Nothing was found')
})

test('finds messages of the current conversation that a compression removed', async () => {
  const say = (content: string) => ({ message: { role: 'user', content } as const, timestampMs: 1 })
  await store.messages.append('now', [say('the harbour is at 54.1 north'), say('go on')])
  await store.sessions.split('now', { id: 'now-2', messages: [say('go on to the harbour')], atMs: 2 })
  const found = await call({ query: 'harbour' })
  expect(found).toContain('54.1 north')
  expect(found).not.toContain('go on to the harbour\n')
})

test('lists the newest sessions of people without arguments', async () => {
  await add('a', ['hello'], { title: 'Greeting' })
  await add('job', ['tick'], { source: 'cron' })
  const list = await call({})
  expect(list).toContain('a "Greeting"')
  expect(list).not.toContain('job')
})

test('treats a compressed conversation as one session with each message once', async () => {
  await add('a', ['the tide table', 'noted'])
  const [first] = await store.messages.load('a')
  if (!first) throw new Error('Nothing was stored.')
  await store.sessions.split('a', {
    id: 'a2',
    messages: [
      { message: first.message, timestampMs: first.timestampMs },
      { message: { role: 'assistant', content: 'the tide is out' }, timestampMs: 3_000 },
    ],
    atMs: 2_000,
  })
  const found = await call({ query: 'tide' })
  expect(found.match(/the tide table/g)).toHaveLength(1)
  expect(found).toContain('the tide is out')
  expect(found).not.toContain('a2')
})

test('does not find, read or reveal sessions of another user', async () => {
  await add('ada-1', ['the secret harbour'], { userId: 'ada', title: 'Plans' })
  await store.sessions.create({ id: 'bob-now', source: 'telegram', startedAtMs: 1, userId: 'bob' })
  for (const sessionId of ['bob-now', 'now']) {
    expect(await call({ query: 'harbour' }, sessionId)).toContain('Nothing was found')
    expect(await call({}, sessionId)).not.toContain('Plans')
    for (const reference of ['ada-1', 'Plans', 'ada']) {
      expect(await call({ session_id: reference }, sessionId)).toContain(
        `No session has the id or title "${reference}"`,
      )
    }
  }
  await store.sessions.create({ id: 'ada-now', source: 'telegram', startedAtMs: 1, userId: 'ada' })
  expect(await call({ query: 'harbour' }, 'ada-now')).toContain('the secret harbour')
})
