import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadExported, toJsonLine } from '@hermes/conversations/stored'
import { createMemoryStore, type Message, noUsage, type SessionStore } from '@hermes/core'
import { turnTask } from '@hermes/core/sessions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { importFiles } from './import-files.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-import-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(name: string, ...lines: readonly (string | object)[]): Promise<string> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, texts.map((text) => `${text}\n`).join(''))
  return path
}

function load(store: SessionStore, paths: readonly string[], isDryRun = false) {
  return importFiles(paths, { store, isDryRun, signal: new AbortController().signal })
}

const outcomes = (report: Awaited<ReturnType<typeof load>>) =>
  Object.fromEntries(report.sessions.map(({ id, outcome }) => [id, outcome]))

const messagesOf = async (store: SessionStore, id: string): Promise<readonly Message[]> =>
  (await store.messages.load(id)).map(({ message }) => message)

describe('exports of Hermes', () => {
  /** Fills a store with a compressed conversation, a sub-agent's session, and an archived session. */
  async function filled(): Promise<SessionStore> {
    const store = createMemoryStore()
    await store.sessions.create({
      id: 'root',
      source: 'cli',
      title: 'Tea',
      model: 'lab/large',
      notes: { tools: ['a'] },
      systemPrompt: 'Be kind.',
      workingDirectory: '/work',
      userId: 'ann',
      startedAtMs: 1001,
    })
    const call: Message = {
      role: 'assistant',
      content: null,
      reasoning: 'Hm.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'read_file', arguments: '{"a":1}' } }],
      provider_data: { openai: { id: 'x' } },
    }
    const usage = {
      ...noUsage,
      inputTokens: 7,
      cost: { status: 'estimated', microUsd: 12, source: 's', version: 'v' },
    } as const
    const turn = { task: turnTask, provider: 'p', model: 'lab/large', usage, atMs: 7_200_500 }
    await store.messages.append('root', [
      {
        message: { role: 'user', content: [{ type: 'text', text: 'see\u2028 this' }] },
        timestampMs: 1002,
        platformMessageId: '9',
      },
    ])
    await store.messages.append(
      'root',
      [{ message: call, timestampMs: 1003, finishReason: 'tool-calls', tokenCount: 5 }],
      { calls: [turn, turn] },
    )
    await store.messages.append('root', [
      { message: { role: 'tool', tool_call_id: 'c', name: 'read_file', content: 'text' }, timestampMs: 1004 },
    ])
    await store.usage?.add('root', { ...turn, task: 'vision', usage: noUsage })
    await store.sessions.split('root', {
      id: 'next',
      title: 'Tea #2',
      contextState: { count: 1 },
      messages: [{ message: { role: 'user', content: 'the summary' }, timestampMs: 2000 }],
      atMs: 2000,
    })
    await store.sessions.create({
      id: 'child',
      source: 'delegate',
      startedAtMs: 1500,
      parentSessionId: 'root',
      link: 'delegate',
    })
    await store.messages.append('child', [{ message: { role: 'user', content: 'task' }, timestampMs: 1500 }])
    await store.sessions.create({ id: 'away', source: 'cron', startedAtMs: 900 })
    await store.messages.append('away', [{ message: { role: 'user', content: 'old' }, timestampMs: 900 }])
    await store.sessions.update('away', { archived: true, endedAtMs: 950, endReason: 'done' })
    return store
  }
  const exportAll = async (store: SessionStore, ids = ['next', 'child', 'root', 'away']) =>
    Promise.all(
      ids.map(async (id) => {
        const exported = await loadExported(store, id)
        if (!exported) throw new Error(`no session ${id}`)
        return toJsonLine(exported).trimEnd()
      }),
    )

  test('are restored unchanged in any order, and a second import adds nothing', async () => {
    const original = await filled()
    const lines = await exportAll(original)
    const path = await write('all.jsonl', ...lines)
    const store = createMemoryStore()
    expect(outcomes(await load(store, [path], true))).toEqual({
      root: 'added',
      next: 'added',
      child: 'added',
      away: 'added',
    })
    expect(await store.sessions.find()).toEqual([])

    expect((await load(store, [path])).problems).toEqual([])
    for (const id of ['root', 'next', 'child', 'away']) {
      expect(await store.sessions.get(id)).toEqual(await original.sessions.get(id))
      expect(await messagesOf(store, id)).toEqual(await messagesOf(original, id))
      expect(await store.usage?.accounts({ sessionId: id })).toEqual(await original.usage?.accounts({ sessionId: id }))
    }
    expect(await exportAll(store)).toEqual(lines)
    const again = await load(store, [path])
    expect(again.sessions.map(({ outcome }) => outcome)).toEqual(Array(4).fill('unchanged'))
    expect(await exportAll(store)).toEqual(lines)
  })

  test('keep the newer version when one side was continued', async () => {
    const original = await filled()
    const path = await write('away.jsonl', ...(await exportAll(original, ['away'])))
    const store = createMemoryStore()
    await load(store, [path])
    const more = { message: { role: 'user', content: 'more' } as const, timestampMs: 9000 }
    await store.messages.append('away', [more])
    expect(outcomes(await load(store, [path]))).toEqual({ away: 'unchanged' })
    expect(await messagesOf(store, 'away')).toHaveLength(2)

    const behind = createMemoryStore()
    await load(behind, [path])
    const longer = await write('longer.jsonl', ...(await exportAll(store, ['away'])))
    expect(outcomes(await load(behind, [longer]))).toEqual({ away: 'extended' })
    expect(await messagesOf(behind, 'away')).toEqual(await messagesOf(store, 'away'))
  })

  test('get deterministic new ids and titles when theirs are taken', async () => {
    const path = await write('all.jsonl', ...(await exportAll(await filled())))
    const store = createMemoryStore()
    await store.sessions.create({ id: 'root', source: 'cli', title: 'Tea', startedAtMs: 1 })
    await store.messages.append('root', [{ message: { role: 'user', content: 'something else' }, timestampMs: 1 }])
    const report = await load(store, [path])
    const [id = ''] = report.sessions.map((session) => session.id).filter((name) => name.startsWith('root-'))
    expect(id).toMatch(/^root-[0-9a-f]{8}$/)
    expect(await store.sessions.get(id)).toMatchObject({ title: 'Tea #2' })
    expect(await store.sessions.get('next')).toMatchObject({
      title: 'Tea #3',
      parentSessionId: id,
      link: 'compression',
    })
    expect(await store.sessions.get('child')).toMatchObject({ parentSessionId: id })
    expect((await load(store, [path])).sessions.every(({ outcome }) => outcome === 'unchanged')).toBe(true)
    expect(await store.sessions.find()).toHaveLength(5)
  })

  test('with broken lines are imported partially, and each line is named', async () => {
    const [good = ''] = await exportAll(await filled(), ['away'])
    const path = await write(
      'mixed.jsonl',
      `\ufeff${good}`,
      '{"id":"cut","messages":[',
      '',
      '[1]',
      { id: 'x', messages: [] },
      { id: 'y', started_at: 1, messages: [{ role: 'robot', content: 'hm' }] },
      { id: 'z', started_at: 5, messages: [{ role: 'user', content: 'fine' }] },
    )
    const store = createMemoryStore()
    const { problems, sessions } = await load(store, [path])
    expect(problems.map(({ line, reason }) => [line, reason]).toSorted()).toEqual([
      [2, 'it is not JSON'],
      [4, 'it is not a JSON object'],
      [5, 'it has no start time'],
      [6, 'message 1 is invalid'],
    ])
    expect(sessions.map(({ id }) => id)).toEqual(['away', 'z'])
    expect(await store.messages.load('z')).toMatchObject([{ timestampMs: 5000 }])
  })

  test('without their parent become separate sessions', async () => {
    const path = await write('next.jsonl', ...(await exportAll(await filled(), ['next'])))
    const store = createMemoryStore()
    expect((await load(store, [path])).problems).toEqual([])
    const record = await store.sessions.get('next')
    expect([record?.title, record?.parentSessionId, record?.link]).toEqual(['Tea #2', undefined, undefined])
  })
})

describe('logs of Claude Code', () => {
  const id = '2ff46cd5-f4e7-4724-bb20-579dae7956ea'
  let time = 0
  const line = (type: string, uuid: string, parentUuid: string | null, message: object, more: object = {}) => ({
    parentUuid,
    isSidechain: false,
    cwd: '/home/ann/proj',
    sessionId: id,
    version: '2.1.63',
    type,
    message,
    uuid,
    timestamp: new Date(Date.UTC(2026, 2, 14, 10, 0, time++)).toISOString(),
    ...more,
  })
  const user = (uuid: string, parent: string | null, content: unknown, more?: object) =>
    line('user', uuid, parent, { role: 'user', content }, more)
  const answer = (uuid: string, parent: string, key: string, block: object) =>
    line('assistant', uuid, parent, { id: key, role: 'assistant', model: 'claude-large', content: [block] })
  const result = (callId: string, content: unknown) => [{ type: 'tool_result', tool_use_id: callId, content }]

  beforeEach(() => {
    time = 0
  })

  test('become sessions with joined answers, paired results and without internal notes', async () => {
    await write(
      `-home-ann-proj/${id}.jsonl`,
      { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
      { type: 'summary', summary: 'Somebody else', leafUuid: 'elsewhere' },
      user('u0', null, '<command-name>/clear</command-name>'),
      user('u1', 'u0', 'Read both files'),
      answer('a1', 'u1', 'msg1', { type: 'thinking', thinking: 'Two at once.', signature: 's' }),
      answer('a2', 'a1', 'msg1', { type: 'text', text: 'Reading.' }),
      answer('a3', 'a2', 'msg1', { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a' } }),
      user('r1', 'a3', result('t1', 'text of a')),
      answer('a4', 'a3', 'msg1', { type: 'tool_use', id: 't2', name: 'Read', input: { path: 'b' } }),
      user('r2', 'a4', [
        ...result('t2', [
          { type: 'text', text: 'a picture' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        ]),
        { type: 'text', text: 'and be quick' },
      ]),
      user('s1', 'a4', 'a task', { isSidechain: true }),
      user('m1', 'a4', 'Caveat: ...', { isMeta: true }),
      answer('a5', 'r2', 'msg2', { type: 'text', text: 'Both read.' }),
      { type: 'ai-title', aiTitle: 'Two files', sessionId: id },
    )
    await write(`-home-ann-proj/${id}/subagents/agent-7.jsonl`, user('x', null, 'task', { isSidechain: true }))
    await write('-home-ann-proj/notes.jsonl', { hello: 'there' })
    const store = createMemoryStore()
    const report = await load(store, [folder])
    expect(report).toMatchObject({ sessions: [{ id, outcome: 'added' }], problems: [] })
    expect(report.passedOver).toEqual([join(folder, '-home-ann-proj/notes.jsonl')])
    expect(await store.sessions.get(id)).toMatchObject({
      source: 'claude-code',
      title: 'Two files',
      model: 'claude-large',
      workingDirectory: '/home/ann/proj',
      startedAtMs: Date.UTC(2026, 2, 14, 10, 0, 1),
    })
    const call = (callId: string, path: string) => ({
      id: callId,
      type: 'function',
      function: { name: 'Read', arguments: JSON.stringify({ path }) },
    })
    expect(await messagesOf(store, id)).toEqual([
      { role: 'user', content: 'Read both files' },
      {
        role: 'assistant',
        content: 'Reading.',
        reasoning: 'Two at once.',
        tool_calls: [call('t1', 'a'), call('t2', 'b')],
      },
      { role: 'tool', tool_call_id: 't1', name: 'Read', content: 'text of a' },
      {
        role: 'tool',
        tool_call_id: 't2',
        name: 'Read',
        content: [
          { type: 'text', text: 'a picture' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
      { role: 'user', content: 'and be quick' },
      { role: 'assistant', content: 'Both read.' },
    ])
    expect(outcomes(await load(store, [folder]))).toEqual({ [id]: 'unchanged' })
  })

  test('keep only the active branch after a rewind', async () => {
    const path = await write(
      `${id}.jsonl`,
      user('u1', null, 'first'),
      answer('a1', 'u1', 'm1', { type: 'text', text: 'one' }),
      user('u2', 'a1', 'wrong way'),
      answer('a2', 'u2', 'm2', { type: 'text', text: 'lost' }),
      user('u3', 'a1', 'right way'),
      answer('a3', 'u3', 'm3', { type: 'text', text: 'kept' }),
    )
    const store = createMemoryStore()
    await load(store, [path])
    expect((await messagesOf(store, id)).map(({ content }) => content)).toEqual(['first', 'one', 'right way', 'kept'])
  })

  test('become a lineage when compacted', async () => {
    const path = await write(
      `${id}.jsonl`,
      user('u1', null, 'long talk'),
      answer('a1', 'u1', 'm1', { type: 'text', text: 'yes' }),
      line('system', 'b1', null, {}, { subtype: 'compact_boundary', logicalParentUuid: 'a1' }),
      user('u2', 'b1', 'What was said: ...', { isCompactSummary: true }),
      answer('a2', 'u2', 'm2', { type: 'text', text: 'going on' }),
    )
    const store = createMemoryStore()
    await load(store, [path])
    expect(await store.sessions.get(id)).toMatchObject({ endReason: 'compression', messageCount: 2 })
    expect(await store.sessions.get(`${id}_2`)).toMatchObject({
      parentSessionId: id,
      link: 'compression',
      messageCount: 2,
    })
  })
})

describe('logs of Codex', () => {
  const id = '019a2d7a-41c4-78b1-b7cc-a45d62a89cd5'
  const timestamp = '2026-03-14T10:00:00.000Z'
  const item = (payload: object) => ({ timestamp, type: 'response_item', payload })
  const text = (role: string, words: string) =>
    item({
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: words }],
    })

  test('become sessions with a continuation after each compaction', async () => {
    const path = await write(
      `2026/03/14/rollout-2026-03-14T10-00-00-${id}.jsonl`,
      { timestamp, type: 'session_meta', payload: { id, timestamp, cwd: '/home/ann', cli_version: '0.99.0' } },
      text('developer', 'rules'),
      text('user', '<environment_context>...</environment_context>'),
      text('user', 'List the files'),
      { timestamp, type: 'event_msg', payload: { type: 'user_message', message: 'List the files' } },
      { timestamp, type: 'turn_context', payload: { model: 'gpt-large' } },
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Easy.' }], encrypted_content: 'x' }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' }),
      item({ type: 'function_call_output', call_id: 'c1', output: '{"output":"a.txt","metadata":{"exit_code":0}}' }),
      item({ type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin', call_id: 'c2' }),
      item({ type: 'custom_tool_call_output', call_id: 'c2', output: 'Done' }),
      item({ type: 'function_call_output', call_id: 'nobody', output: 'lost' }),
      text('assistant', 'One file.'),
      { timestamp, type: 'compacted', payload: { message: 'They listed files.' } },
      text('user', 'And now?'),
      text('assistant', 'Nothing.'),
    )
    const store = createMemoryStore()
    expect((await load(store, [path])).problems).toEqual([])
    expect(await store.sessions.get(id)).toMatchObject({
      source: 'codex',
      model: 'gpt-large',
      workingDirectory: '/home/ann',
      startedAtMs: Date.parse(timestamp),
      endReason: 'compression',
    })
    const call = (callId: string, name: string, args: string) => [
      { id: callId, type: 'function', function: { name, arguments: args } },
    ]
    expect(await messagesOf(store, id)).toEqual([
      { role: 'user', content: 'List the files' },
      { role: 'assistant', content: null, reasoning: 'Easy.', tool_calls: call('c1', 'shell', '{"command":["ls"]}') },
      { role: 'tool', tool_call_id: 'c1', name: 'shell', content: 'a.txt' },
      { role: 'assistant', content: null, tool_calls: call('c2', 'apply_patch', '{"input":"*** Begin"}') },
      { role: 'tool', tool_call_id: 'c2', name: 'apply_patch', content: 'Done' },
      { role: 'assistant', content: 'One file.' },
    ])
    expect((await messagesOf(store, `${id}_2`)).map(({ content }) => content)).toEqual([
      'They listed files.',
      'And now?',
      'Nothing.',
    ])
    const again = await load(store, [folder])
    expect(again.sessions.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  })

  test('are also read in old formats without envelopes', async () => {
    const path = await write(
      `rollout-2025-05-01T10-00-00-${id}.jsonl`,
      { id, timestamp, instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
      { type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls'] } },
      { type: 'local_shell_call_output', call_id: 'c', output: 'a' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hello' }] },
    )
    const store = createMemoryStore()
    await load(store, [path])
    expect((await messagesOf(store, id)).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'hi'],
      ['assistant', null],
      ['tool', 'a'],
      ['assistant', 'hello'],
    ])
  })
})

test('reports a file without a session, accepts such a folder, and throws for a missing path', async () => {
  const path = await write('notes.jsonl', { hello: 'there' })
  const store = createMemoryStore()
  expect((await load(store, [path])).problems).toEqual([{ file: path, reason: expect.stringContaining('no session') }])
  expect((await load(store, [folder])).problems).toEqual([])
  await expect(load(store, [join(folder, 'missing')])).rejects.toThrow('ENOENT')
})

test.skipIf(process.platform === 'win32')('rejects a device and a pipe without opening them', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of ['/dev/zero', pipe]) {
    await expect(load(createMemoryStore(), [path])).rejects.toThrow(`${path} is neither a file nor a folder`)
  }
})

test('reports that the log of another agent is not recognized, and which formats are', async () => {
  const store = createMemoryStore()
  const at = '2026-03-14T10:15:00.000Z'
  const file = await write(
    'gemini.jsonl',
    { kind: 'main', startTime: at, projectHash: 'abc' },
    { id: '1', time: at, type: 'user', content: 'Hello' },
    { id: '2', time: at, type: 'gemini', content: 'Hi' },
  )
  expect(await load(store, [file])).toMatchObject({
    sessions: [],
    problems: [
      { file, reason: expect.stringMatching(/no session in it was recognised.* Claude Code, Codex and OpenClaw/) },
    ],
  })
  expect(await load(store, [folder])).toMatchObject({ problems: [], passedOver: [file] })
})
