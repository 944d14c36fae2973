import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { type Message, noUsage, type SessionStore, type Usage } from '@hermes/core'
import { type ModelCall, turnTask } from '@hermes/core/sessions'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

const dayMs = 86_400_000
let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-care-'))
})
afterEach(() => rm(home, { recursive: true }))

async function hermes(
  args: readonly string[],
  { typed, env = {} }: { typed?: string; env?: Record<string, string> } = {},
) {
  const tty = { isTTY: typed !== undefined }
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stdin = Object.assign(new PassThrough(), tty)
  stdin.end(typed)
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home, ...env }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function withStore(fill: (store: SessionStore) => Promise<void>): Promise<void> {
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  await fill(store)
}

interface Talk {
  readonly atMs: number
  readonly source?: string
  readonly continues?: string
  readonly delegateOf?: string
  readonly title?: string
  readonly model?: string
  readonly folder?: string
}

async function addTalk(store: SessionStore, id: string, talk: Talk, messages: readonly Message[], usage?: Usage) {
  const { atMs, source = 'cli', continues, delegateOf, title, model = 'large', folder } = talk
  const parentSessionId = continues ?? delegateOf
  await store.sessions.create({
    id,
    source: delegateOf === undefined ? source : 'delegate',
    model,
    startedAtMs: atMs,
    ...(folder !== undefined && { workingDirectory: folder }),
    ...(title !== undefined && { title }),
    ...(parentSessionId !== undefined && {
      parentSessionId,
      link: continues === undefined ? 'delegate' : 'compression',
    }),
  })
  if (continues !== undefined) await store.sessions.update(continues, { endReason: 'compression' })
  const added = messages.map((message) => ({ message, timestampMs: atMs }))
  await store.messages.append(id, added, usage && { calls: [callOf('large', usage, atMs)] })
}

const callOf = (model: string, usage: Usage, atMs: number, task = turnTask): ModelCall => ({
  task,
  provider: 'p',
  model,
  usage,
  atMs,
})
const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string, ...tools: readonly string[]): Message => ({
  role: 'assistant',
  content,
  ...(tools.length > 0 && {
    tool_calls: tools.map((name, index) => ({
      id: `call${index}`,
      type: 'function',
      function: { name, arguments: '{"path":"<b>"}' },
    })),
  }),
})
const result = (content: string): Message => ({ role: 'tool', tool_call_id: 'call0', content })

test('finds messages and names the root session', async () => {
  const now = Date.now()
  await withStore(async (store) => {
    await addTalk(store, 'root', { atMs: now - 9 * dayMs, title: 'Tea' }, [
      user('the blue kettle'),
      answer('It boils.'),
    ])
    await addTalk(store, 'next', { atMs: now - dayMs, continues: 'root' }, [user('and the red kettle')])
    await addTalk(store, 'chat', { atMs: now, source: 'telegram' }, [answer('A kettle\u001b[2J of ours')])
  })
  const search = async (...args: string[]) =>
    JSON.parse((await hermes(['sessions', 'search', ...args, '--json'])).out) as {
      session_id: string
      snippet: string
    }[]
  const idsOf = async (...args: string[]) => (await search(...args)).map(({ session_id }) => session_id).toSorted()

  expect(await idsOf('kettle')).toEqual(['chat', 'root', 'root'])
  expect(await idsOf('kettle', '--limit', '0')).toHaveLength(3)
  expect(await idsOf('kettle', '--limit', '1')).toHaveLength(1)
  expect(await search('red', 'kettle')).toEqual([
    expect.objectContaining({ session_id: 'root', message_session_id: 'next', title: 'Tea', role: 'user' }),
  ])
  expect(await idsOf('kettle', '--role', 'assistant')).toEqual(['chat'])
  expect(await idsOf('kettle', '--source', 'cli')).toEqual(['root', 'root'])
  expect(await idsOf('kettle', '--since', '3d', '--source', 'cli')).toEqual(['root'])
  expect(await idsOf('coffee')).toEqual([])

  const shown = await hermes(['sessions', 'search', 'kettle', '--source', 'telegram'], { env: { FORCE_COLOR: '1' } })
  expect(stripVTControlCharacters(shown.out)).toContain('A kettle\\x1b[2J of ours')
  expect(shown.out).not.toContain('A kettle')
  expect(shown.out).not.toContain('\u001b[2J')
  const plain = await hermes(['sessions', 'search', 'blue'])
  expect(plain.out).toMatch(/^root {2}Tea\n {2}user +9 days ago +the blue kettle\n$/)
})

test('reports an empty result, and rejects a search without words', async () => {
  expect(await hermes(['sessions', 'search', 'x'])).toEqual({ code: 0, out: '', err: 'Nothing was found.\n' })
  expect(await hermes(['sessions', 'search', '"*"'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('no word'),
  })
  expect(await hermes(['sessions', 'search', 'x', '--since', 'once'])).toMatchObject({ code: 2 })
  expect(await hermes(['sessions', 'search', 'x', '--role', 'robot'])).toMatchObject({ code: 2 })
})

test('prunes whole idle conversations', async () => {
  const now = Date.now()
  await withStore(async (store) => {
    await addTalk(store, 'old', { atMs: now - 200 * dayMs }, [user('a')])
    await addTalk(store, 'old-next', { atMs: now - 150 * dayMs, continues: 'old' }, [user('b')])
    await addTalk(store, 'old-child', { atMs: now - 149 * dayMs, delegateOf: 'old-next' }, [user('c')])
    await addTalk(store, 'alive', { atMs: now - 200 * dayMs }, [user('d')])
    await addTalk(store, 'alive-next', { atMs: now - dayMs, continues: 'alive' }, [user('e')])
    await addTalk(store, 'other', { atMs: now - 200 * dayMs, source: 'cron' }, [user('f')])
  })
  const ids = async () =>
    (JSON.parse((await hermes(['sessions', 'list', '--all', '--json'])).out) as { id: string }[])
      .map(({ id }) => id)
      .toSorted()
  const all = await ids()

  const dry = await hermes(['sessions', 'prune', '--dry-run'])
  expect(dry).toMatchObject({ code: 0, err: '2 conversations with 4 messages would be deleted.\n' })
  expect(dry.out).toMatch(/^old .*3 msg/m)
  expect(dry.out).not.toContain('alive')
  expect(await hermes(['sessions', 'prune'])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
  expect(await hermes(['sessions', 'prune'], { typed: 'n\n' })).toMatchObject({ code: 1 })
  expect(await hermes(['sessions', 'prune', '--older-than', 'long', '--yes'])).toMatchObject({ code: 2 })
  expect(await ids()).toEqual(all)

  expect(await hermes(['sessions', 'prune', '--source', 'cron', '--yes'])).toMatchObject({
    code: 0,
    err: '1 conversation with 1 message was deleted.\n',
  })
  expect(await hermes(['sessions', 'prune', '--older-than', '90d'], { typed: 'y\n' })).toMatchObject({ code: 0 })
  expect(await ids()).toEqual(['alive', 'alive-next'])
  expect(await hermes(['sessions', 'prune', '--yes'])).toMatchObject({
    code: 0,
    err: expect.stringContaining('nothing'),
  })
})

test('prunes only conversations that match all filters', async () => {
  const atMs = Date.now() - 200 * dayMs
  await withStore(async (store) => {
    await addTalk(store, 'tea', { atMs, title: 'Green tea' }, [user('a')])
    await addTalk(store, 'next', { atMs, continues: 'tea' }, [user('b'), answer('c')])
    await addTalk(store, 'cup', { atMs, title: 'A cup of TEA' }, [user('d')])
    await addTalk(store, 'small', { atMs, model: 'small', folder: '/work/kettle/lid' }, [user('e')])
    await addTalk(store, 'small-child', { atMs, delegateOf: 'small', title: 'tea' }, [user('f')])
    await addTalk(store, 'shelf', { atMs, folder: '/work/kettles' }, [user('g')])
    await store.sessions.update('shelf', { archived: true })
  })
  const prunes = async (...options: string[]) => {
    const { code, out } = await hermes(['sessions', 'prune', '--dry-run', '--json', ...options])
    expect(code).toBe(0)
    return (JSON.parse(out) as { id: string }[]).map(({ id }) => id).toSorted()
  }
  expect(await prunes('--title', 'tea')).toEqual(['cup', 'next', 'tea'])
  expect(await prunes('--title', 'tea', '--max-messages', '1')).toEqual(['cup'])
  expect(await prunes('--min-messages', '2', '--max-messages', '2')).toEqual(['small', 'small-child'])
  expect(await prunes('--model', 'small')).toEqual(['small', 'small-child'])
  expect(await prunes('--workspace', '/work/kettle')).toEqual(['small', 'small-child'])
  expect(await prunes('--archived')).toEqual(['shelf'])
  expect(await prunes('--archived', '--title', 'tea')).toEqual([])

  const prune = (...options: string[]) => hermes(['sessions', 'prune', ...options, '--yes'])
  expect(await prune('--title', 'coffee')).toMatchObject({ code: 0, err: expect.stringContaining('that fits') })
  expect(await prune('--min-messages', '3', '--max-messages', '2')).toMatchObject({ code: 2 })
  expect(await prune('--title', '')).toMatchObject({ code: 2, err: expect.stringContaining('--title is empty') })
  expect(await prunes()).toHaveLength(6)
  expect(await prune('--archived')).toMatchObject({ code: 0, err: '1 conversation with 1 message was deleted.\n' })
  expect(await prunes()).toEqual(['cup', 'next', 'small', 'small-child', 'tea'])
})

test('counts stored data in the statistics', async () => {
  await withStore(async (store) => {
    await addTalk(store, 'root', { atMs: 1000 }, [user('a'), answer('b', 'read_file')], { ...noUsage, inputTokens: 70 })
    await addTalk(store, 'next', { atMs: 5000, continues: 'root' }, [user('c')])
    await addTalk(store, 'chat', { atMs: 3000, source: 'telegram' }, [user('d')])
  })
  expect(JSON.parse((await hermes(['sessions', 'stats', '--json'])).out)).toMatchObject({
    conversations: 2,
    sessions: 3,
    messages: 4,
    tool_calls: 1,
    api_calls: 1,
    input_tokens: 70,
    bytes: expect.any(Number),
    oldest: 1,
    newest: 5,
    sources: [
      { source: 'cli', sessions: 2, messages: 3 },
      { source: 'telegram', sessions: 1, messages: 1 },
    ],
  })
  const { out } = await hermes(['sessions', 'stats'])
  expect(out).toMatch(/Conversations +2, in 3 sessions\n +Messages +4\n/)
  expect(out).toMatch(/From telegram +1 session, 1 message\n/)
})

test('exports Markdown and HTML with escaped text', async () => {
  const evil = 'see\n````\n<script>alert(1)</script>'
  await withStore((store) =>
    addTalk(store, 'talk', { atMs: Date.UTC(2026, 2, 14, 10), title: 'A & B' }, [
      user('show <it>'),
      answer('', 'read_file'),
      result(evil),
      answer('Done.'),
    ]),
  )
  const markdown = (await hermes(['sessions', 'export', 'talk', '--format', 'md'])).out
  expect(markdown).toMatch(
    /^# A & B\n\ntalk · cli · large · 2026-03-14 10:00 UTC\n\n## User\n\nshow <it>\n\n## Assistant\n/,
  )
  expect(markdown).toContain(`\n\`\`\`\`\`\n${evil}\n\`\`\`\`\`\n`)

  const file = join(home, 'talk.html')
  expect(await hermes(['sessions', 'export', '--all', '--format', 'html', '-o', file])).toMatchObject({
    code: 0,
    out: '',
  })
  const html = await readFile(file, 'utf8')
  expect(html).toMatch(/^<!doctype html>.*<h1>A &amp; B<\/h1>.*show &lt;it&gt;.*<\/html>\n$/s)
  expect(html).not.toContain('<script')
  expect(html).not.toContain('"<b>"')
  expect(await hermes(['sessions', 'export', 'talk', '--format', 'pdf'])).toMatchObject({ code: 2 })
})

test('sums usage by day, model, task, surface and tool in insights', async () => {
  const cost = (microUsd: number) => ({ status: 'estimated', microUsd, source: 'config', version: '' }) as const
  const usage = (inputTokens: number, microUsd: number): Usage => ({ ...noUsage, inputTokens, cost: cost(microUsd) })
  const today = new Date().setHours(0, 0, 0, 0)
  await withStore(async (store) => {
    // One session over two days, with a side task on each of them.
    await addTalk(store, 'long', { atMs: today - 2 * dayMs + 1 }, [answer('a', 'read_file')], usage(300, 3000))
    await store.usage?.add('long', callOf('small', usage(10, 100), today - 2 * dayMs + 1, 'title_generation'))
    const second = [{ message: answer('b', 'read_file', 'patch'), timestampMs: today }]
    await store.messages.append('long', second, { calls: [callOf('large', usage(40, 400), today)] })
    await store.messages.append('long', [{ message: answer('c'), timestampMs: today }])
    await store.usage?.add('long', callOf('small', usage(30, 300), today, 'vision'))
    await addTalk(store, 'child', { atMs: today, delegateOf: 'long' }, [answer('d')], usage(50, 500))
    await addTalk(store, 'bot', { atMs: today, source: 'telegram' }, [answer('e')], { ...noUsage, outputTokens: 7 })
    await addTalk(store, 'ancient', { atMs: today - 60 * dayMs }, [answer('f', 'web_search')], usage(9000, 1))
  })
  const insights = async (...args: string[]) => JSON.parse((await hermes(['insights', '--json', ...args])).out)

  const all = await insights()
  expect(all.total).toMatchObject({
    conversations: 2,
    messages: 5,
    tool_calls: 3,
    api_calls: 6,
    input_tokens: 430,
    output_tokens: 7,
    estimated_cost_usd: 0.0043,
    cost_status: 'partial',
  })
  expect(all.by_day).toMatchObject([
    {
      conversations: 1,
      messages: 1,
      tool_calls: 1,
      api_calls: 2,
      input_tokens: 310,
      estimated_cost_usd: 0.0031,
      cost_status: 'estimated',
    },
    { conversations: 2, messages: 4, tool_calls: 2, api_calls: 4, input_tokens: 120, cost_status: 'partial' },
  ])
  expect(all.by_model).toMatchObject([
    { model: 'large', api_calls: 4, input_tokens: 390 },
    { model: 'small', api_calls: 2, input_tokens: 40, estimated_cost_usd: 0.0004 },
  ])
  expect(all.by_task).toMatchObject([
    { task: 'turn', api_calls: 4, conversations: 2 },
    { task: 'vision', input_tokens: 30 },
    { task: 'title_generation', input_tokens: 10 },
  ])
  expect(all.by_source).toMatchObject([
    { source: 'cli', messages: 4, input_tokens: 430 },
    { source: 'telegram', messages: 1, output_tokens: 7 },
  ])
  expect(all.by_tool).toEqual([
    { tool: 'read_file', calls: 2, conversations: 1 },
    { tool: 'patch', calls: 1, conversations: 1 },
  ])
  expect((await insights('--days', '1')).total).toMatchObject({ messages: 4, input_tokens: 120, api_calls: 4 })
  expect((await insights('--source', 'cli')).total).toMatchObject({ messages: 4, input_tokens: 430, output_tokens: 0 })
  expect((await insights('--days', '0')).by_tool).toContainEqual({ tool: 'web_search', calls: 1, conversations: 1 })

  const { out } = await hermes(['insights'], { env: { LANG: 'C.UTF-8' } })
  expect(out).toMatch(/^2 sessions · 5 messages · 6 model calls · 3 tool calls\n.*at least \$0\.0043/)
  expect(out).toMatch(/^large +2 +4 +≥\$0\.0039 +397 +█+$/m)
  expect(out).toMatch(/^title generation +1 +1 +\$0\.0001 +10 +\S+$/m)
  expect(out).toMatch(/^read_file +1 +2 +█+$/m)
  const plain = await hermes(['insights', '--days', '0'], { env: { LANG: 'C' } })
  expect(plain.out).toMatch(/^[\n -~]+$/)
  expect(plain.out).toMatch(/^\d{4}-\d\d-\d\d @ +\.\. \d{4}-\d\d-\d\d$/m)
  expect(await hermes(['insights', '--source', 'slack'])).toMatchObject({
    code: 0,
    out: '',
    err: expect.stringContaining('30 days'),
  })
})
