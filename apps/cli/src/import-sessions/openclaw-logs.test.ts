import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type SessionStore } from '@hermes/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importFiles } from './import-files.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-openclaw-logs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const id = 'b7300bff-a214-4c11-97ae-eab26883c67a'
const head = {
  type: 'session',
  version: 3,
  id,
  timestamp: '2026-04-08T01:03:43.107Z',
  cwd: '/home/ada/.openclaw/workspace',
}

/** Writes a log. Each entry follows the previous one unless it names another parent. */
async function write(...entries: readonly Record<string, unknown>[]) {
  const lines = entries.map((entry, index) => ({
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    timestamp: `2026-04-08T01:04:${String(index).padStart(2, '0')}.000Z`,
    ...entry,
  }))
  await writeFile(join(folder, `${id}.jsonl`), [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const said = (role: string, content: unknown, more: object = {}) => ({
  type: 'message',
  message: { role, content, ...more },
})
const text = (words: string) => [{ type: 'text', text: words }]

async function load(store: SessionStore) {
  return importFiles([folder], { store, isDryRun: false, signal: new AbortController().signal })
}

async function messages(store: SessionStore, session = id) {
  return (await store.messages.load(session)).map(({ message }) => message)
}

test('turns a log into a session with reasoning, calls, results and pictures', async () => {
  await write(
    { type: 'model_change', provider: 'anthropic', modelId: 'claude-opus-4-6' },
    said('user', [...text('See'), { type: 'image', data: 'AAAA', mimeType: 'image/png' }]),
    said(
      'assistant',
      [
        { type: 'thinking', thinking: 'Look.' },
        ...text('I look.'),
        { type: 'toolCall', id: 'c1', name: 'read', arguments: { path: 'a' } },
        { type: 'toolCall', id: 'c2', name: 'exec', arguments: '{"command":"ls"}' },
      ],
      { model: 'claude-opus-4-6', provider: 'anthropic' },
    ),
    said('toolResult', text('hello'), { toolCallId: 'c1', toolName: 'read', isError: false }),
    said('toolResult', text('a'), { toolCallId: 'c2', toolName: 'exec', isError: false }),
    { type: 'custom', customType: 'openclaw.cache', data: {} },
    said('assistant', text('It says hello.'), { model: 'claude-opus-4-6' }),
    said('assistant', text('It says hello.'), { model: 'delivery-mirror', provider: 'openclaw' }),
    said('user', 'Thanks'),
    { type: 'session_info', name: 'Tea' },
  )
  const store = createMemoryStore()
  expect(await load(store)).toMatchObject({ sessions: [{ id, outcome: 'added' }], problems: [] })
  expect(await store.sessions.get(id)).toMatchObject({
    source: 'openclaw',
    title: 'Tea',
    model: 'claude-opus-4-6',
    workingDirectory: '/home/ada/.openclaw/workspace',
    startedAtMs: Date.parse('2026-04-08T01:04:01Z'),
  })
  expect(await messages(store)).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      ],
    },
    {
      role: 'assistant',
      content: 'I look.',
      reasoning: 'Look.',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
        { id: 'c2', type: 'function', function: { name: 'exec', arguments: '{"command":"ls"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', name: 'read', content: 'hello' },
    { role: 'tool', tool_call_id: 'c2', name: 'exec', content: 'a' },
    { role: 'assistant', content: 'It says hello.' },
    { role: 'user', content: 'Thanks' },
  ])
  expect((await load(store)).sessions).toEqual([{ id, outcome: 'unchanged' }])
})

test('starts a continuation with the summary and the kept messages after a compaction', async () => {
  await write(
    said('user', 'One'),
    said('assistant', text('1')),
    said('user', 'Two'),
    said('assistant', text('2')),
    { type: 'compaction', summary: 'They count.', firstKeptEntryId: 'e2', tokensBefore: 9 },
    said('user', 'Three'),
  )
  const store = createMemoryStore()
  await load(store)
  expect((await messages(store)).map(({ content }) => content)).toEqual(['One', '1', 'Two', '2'])
  expect((await messages(store, `${id}_2`)).map(({ content }) => content)).toEqual(['They count.', 'Two', '2', 'Three'])
  expect(await store.sessions.get(`${id}_2`)).toMatchObject({ parentSessionId: id, link: 'compression' })
})

test('omits an abandoned branch', async () => {
  await write(
    said('user', 'One'),
    said('assistant', text('wrong')),
    { ...said('assistant', text('right')), parentId: 'e0' },
    { ...said('user', 'aside'), parentId: 'e1', appendMode: 'side' },
  )
  const store = createMemoryStore()
  await load(store)
  expect((await messages(store)).map(({ content }) => content)).toEqual(['One', 'right'])
})

test('ends at the entry that was returned to', async () => {
  await write(said('user', 'One'), said('assistant', text('1')), said('user', 'Two'), { type: 'leaf', targetId: 'e1' })
  const store = createMemoryStore()
  await load(store)
  expect((await messages(store)).map(({ content }) => content)).toEqual(['One', '1'])
})
