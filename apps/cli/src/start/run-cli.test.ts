import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from './run-cli.js'

let home: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-cli-'))
})
afterEach(() => rm(home, { recursive: true }))

async function hermes(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const stdin = new PassThrough()
  stdin.end()
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function store(ids: readonly string[]) {
  await using opened = await openStore(resolveHome({ HERMES_HOME: home }))
  for (const [index, id] of ids.entries()) {
    await opened.sessions.create({ id, source: 'cli', title: `Talk ${index}`, startedAtMs: 1000 * (index + 1) })
    await opened.messages.append(id, [
      { message: { role: 'user', content: `Hello ${index}` }, timestampMs: 1000 * (index + 1) },
      { message: { role: 'assistant', content: 'Hi.' }, timestampMs: 1000 * (index + 1) },
    ])
  }
}

test('reports wrong usage in one sentence with exit code 2', async () => {
  expect(await hermes('sesions')).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(
      /^hermes: There is no command "sesions"\. .*Did you mean `sessions`\?\nTry: hermes --help\n$/,
    ),
  })
})

test('prints help and version on stdout', async () => {
  expect(await hermes('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage: hermes'), err: '' })
  expect(await hermes('config', 'set', '-h')).toMatchObject({ code: 0, out: expect.stringContaining('<key> <value>') })
  expect(await hermes('--version', '--verbose')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^hermes \d+\.\d+/),
  })
})

test('lists sessions newest first, with column names', async () => {
  await store(['20260101_000000_aaaaaa', '20260102_000000_bbbbbb'])
  const { code, out } = await hermes('sessions', 'list', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject([
    { id: '20260102_000000_bbbbbb', title: 'Talk 1', source: 'cli', message_count: 2, started_at: 2, end_reason: null },
    { id: '20260101_000000_aaaaaa', title: 'Talk 0', parent_session_id: null },
  ])
  expect((await hermes('sessions', 'list', '--limit', '1')).out.trim().split('\n')).toHaveLength(1)
})

test('treats a continuation as part of its session in lists, exports and deletions', async () => {
  await store(['root'])
  {
    await using opened = await openStore(resolveHome({ HERMES_HOME: home }))
    await opened.sessions.update('root', { endReason: 'compression', endedAtMs: 2000 })
    const parent = { parentSessionId: 'root', link: 'compression' as const }
    await opened.sessions.create({ id: 'child', source: 'cli', startedAtMs: 3000, ...parent })
    await opened.messages.append('child', [{ message: { role: 'user', content: 'on' }, timestampMs: 3000 }])
  }
  const ids = async (...args: string[]) =>
    JSON.parse((await hermes('sessions', 'list', '--json', ...args)).out).map(({ id }: { id: string }) => id)
  expect(await ids()).toEqual(['root'])
  expect(await ids('--all')).toEqual(['child', 'root'])
  const exported = (await hermes('sessions', 'export', 'root')).out.trim().split('\n')
  expect(exported.map((line) => JSON.parse(line).id)).toEqual(['root', 'child'])
  expect((await hermes('sessions', 'delete', 'Talk 0', '--yes')).code).toBe(0)
  expect(await ids('--all')).toEqual([])
})

test('shows, renames and exports a session by any of its names', async () => {
  await store(['20260101_000000_aaaaaa'])
  expect((await hermes('sessions', 'show', '2026')).out).toBe('❯ Hello 0\n\nHi.\n')
  expect(await hermes('sessions', 'rename', 'Talk 0', 'New', 'name')).toMatchObject({ code: 0, out: '' })
  const file = join(home, 'export.jsonl')
  expect(await hermes('sessions', 'export', 'New name', '-o', file)).toMatchObject({ code: 0, out: '' })
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    id: '20260101_000000_aaaaaa',
    messages: [
      { role: 'user', content: 'Hello 0' },
      { role: 'assistant', content: 'Hi.' },
    ],
  })
})

test('explains failures and leaves the store unchanged', async () => {
  await store(['20260101_000000_aaaaaa'])
  expect(await hermes('sessions', 'delete', 'latest')).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
  expect(await hermes('sessions', 'show', 'nothing')).toMatchObject({
    code: 1,
    err: expect.stringContaining('"nothing"'),
  })
  expect(await hermes('sessions', 'export', 'latest', '-o', join(home, 'no', 'where'))).toMatchObject({ code: 1 })
  expect(JSON.parse((await hermes('sessions', 'list', '--json')).out)).toHaveLength(1)
})

test('reads, writes and removes settings', async () => {
  expect(await hermes('config', 'set', 'agent.max_turns', '7')).toMatchObject({ code: 0 })
  expect(await hermes('config', 'get', 'agent.max_turns')).toMatchObject({ code: 0, out: '7\n' })
  expect((await hermes('config', 'show')).out).toMatch(/agent\.max_turns +7 {2}\(config\)/)
  expect(await hermes('config', 'unset', 'agent.max_turns')).toMatchObject({ code: 0 })
  expect(await hermes('config', 'get', 'agent.max_turns')).toMatchObject({ out: '90\n' })
  expect(await hermes('config', 'path')).toMatchObject({ code: 0, out: `${join(home, 'config.yaml')}\n` })
})

test('reports a broken config, and still lists sessions', async () => {
  await store(['root'])
  await writeFile(join(home, 'config.yaml'), 'modle: {}\n', { mode: 0o600 })
  expect(await hermes('config', 'check')).toMatchObject({ code: 1, out: expect.stringContaining('modle') })
  expect(await hermes('config', 'show')).toMatchObject({ code: 1, err: expect.stringContaining('modle') })
  expect(await hermes('sessions', 'list')).toMatchObject({ code: 0 })
})

test('rejects an empty prompt', async () => {
  expect(await hermes('-z', '')).toMatchObject({ code: 2, err: expect.stringContaining('There is no prompt') })
})

test('answers -z with real tools and prints only the final text', async () => {
  await writeFile(join(home, 'notes.txt'), 'a\nb\nc\n')
  const { code, out, err } = await hermes('-z', 'how many lines has notes.txt')
  expect(code).toBe(0)
  expect(err).toContain('the offline stand-in answers')
  expect(out).toMatch(/^[^\n]*\b3\b[^\n]*\n$/)
})

test('shows tool calls of -q on stderr, all events with --json on stdout, and resumes with --continue', async () => {
  const first = await hermes('-q', 'run `echo hello`')
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('hello') })
  expect(first.err).toContain('terminal')
  const { code, out } = await hermes('--json', '-c', '-q', 'what did I say')
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(new Set(lines.map(({ v, sessionId }) => `${v} ${sessionId}`)).size).toBe(1)
  expect(lines[0]).toMatchObject({ type: 'turn-start', resumed: true })
  expect(lines.at(-1)).toMatchObject({ type: 'result', outcome: { status: 'completed' } })
  expect(lines.at(-1).finalResponse).toContain('echo hello')
  expect(JSON.parse((await hermes('sessions', 'list', '--json')).out)).toHaveLength(1)
})

test('reports an unreachable model in one sentence with exit code 1, and stores the prompt', async () => {
  const unreachable = ['--quiet', '--base-url', 'http://127.0.0.1:9/v1', '-m', 'm', '--api-key', 'k']
  const { code, out, err } = await hermes('-z', 'hello', ...unreachable)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  // A machine with a sandbox reports it first.
  const sentences = err.split('\n').filter((line) => line !== '' && !line.includes('Commands are held by'))
  expect(sentences).toEqual([expect.stringContaining('127.0.0.1')])
  expect((await hermes('sessions', 'show', 'latest')).out).toContain('❯ hello')
})

test.each([
  'sessions list',
  'sessions prune --dry-run',
  'config set model.default x',
  'config path',
  'doctor',
  'insights',
  'questions list',
  'queue list',
  'cron list',
  'memory list',
  'backup',
  'import-agent hermes --from .',
  '-z help',
])('rejects a profile that does not exist, without creating it: %s', async (line) => {
  const { code, err } = await hermes('-p', 'typo', ...line.split(' '))
  expect(err).toContain('There is no profile "typo"')
  expect(code).toBe(1)
  expect(existsSync(join(home, 'profiles'))).toBe(false)
})
