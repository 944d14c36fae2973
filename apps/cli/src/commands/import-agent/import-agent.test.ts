import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { SessionStore } from '@hermes/core'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPythonHome, fillPythonHome, type PythonHome } from '../../../testing/python-home.js'
import { runCli } from '../../start/run-cli.js'

let folder: string
let home: string
let source: string
let python: PythonHome

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hermes-import-agent-'))
  home = join(folder, 'ts')
  source = join(folder, '.hermes')
  python = createPythonHome(source)
  fillPythonHome(python)
})
afterEach(async () => {
  python.close()
  await rm(folder, { recursive: true })
})

async function hermes(...args: string[]) {
  const stdout = new PassThrough({ encoding: 'utf8' })
  const stderr = new PassThrough({ encoding: 'utf8' })
  const io = {
    stdin: new PassThrough(),
    stdout,
    stderr,
    env: { HERMES_HOME: home, HOME: folder },
    workingDirectory: folder,
  }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function withStore<Result>(use: (store: SessionStore) => Promise<Result>): Promise<Result> {
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  return await use(store)
}

/** Lists the content of a folder: names, contents, times and permissions. */
async function fingerprint(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    const { mode, mtimeNs, size } = await stat(path, { bigint: true })
    const hash = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : ''
    return [path, mode, mtimeNs, size, hash].join(' ')
  })
  return (await Promise.all(lines)).toSorted()
}

const root = '20260101_000000_aaaaaaaa'
const ids = ['20260101_000000_aaaaaaaa', '20260101_000100_bbbbbbbb', 'branch', 'child', 'inplace', 'inplace_2']

async function expectSessions() {
  await withStore(async (store) => {
    expect(await store.sessions.get(root)).toMatchObject({
      title: 'Tea',
      model: 'lab/large',
      systemPrompt: 'Be kind.',
      workingDirectory: '/work',
      endReason: 'compression',
      startedAtMs: 1_767_225_600_250,
      apiCallCount: 2,
      usage: { inputTokens: 70, outputTokens: 7, cost: { status: 'estimated', microUsd: 2000 } },
    })
    const stored = await store.messages.load(root)
    expect(stored.map(({ message }) => message)).toEqual([
      { role: 'user', content: 'what does a say?' },
      {
        role: 'assistant',
        content: null,
        reasoning: 'Read it.',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } }],
      },
      { role: 'tool', tool_call_id: 'call_1', name: 'read_file', content: 'hello' },
      { role: 'assistant', content: 'It says hello.' },
    ])
    expect(stored[1]).toMatchObject({ timestampMs: 1_767_225_602_500, finishReason: 'tool-calls', tokenCount: 5 })
    const continued = await store.sessions.get('20260101_000100_bbbbbbbb')
    expect(continued).toMatchObject({ title: 'Tea #2', parentSessionId: root, link: 'compression' })
    expect((await store.messages.load('20260101_000100_bbbbbbbb'))[1]?.message.content).toEqual([
      { type: 'text', text: 'see' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'text', text: 'this' },
    ])
    expect(await store.sessions.get('branch')).toMatchObject({ parentSessionId: root, link: 'branch' })
    expect(await store.sessions.get('child')).toMatchObject({ source: 'telegram', link: 'delegate', archived: true })
    expect(await store.sessions.get('inplace')).toMatchObject({
      title: 'Long',
      endReason: 'compression',
      messageCount: 1,
    })
    expect(await store.sessions.get('inplace_2')).toMatchObject({ parentSessionId: 'inplace', messageCount: 2 })
  })
}

test('imports a whole home with a live write-ahead log, and leaves it unchanged', async () => {
  const before = await fingerprint(source)
  expect(before.some((line) => line.includes('state.db-wal'))).toBe(true)
  const { code, err } = await hermes('import-agent', 'hermes')
  expect(code).toBe(0)
  expect(err).toContain('6 sessions: 6 added, 0 extended, 0 unchanged.')
  expect(err).toContain('4 files: 4 added, 0 unchanged, 0 kept, 0 skipped.')
  expect(err).toContain('Not imported: .env, config.yaml.')
  expect(await fingerprint(source)).toEqual(before)
  await expectSessions()
  expect(await withStore((store) => store.sessions.get('empty'))).toBeUndefined()
  expect(await readFile(join(home, 'memories/MEMORY.md'), 'utf8')).toContain('The kettle is blue.\n§\n')
  expect(await readFile(join(home, 'skills/tea/brew/SKILL.md'), 'utf8')).toContain('Boil water.')
  expect(await readFile(join(home, 'SOUL.md'), 'utf8')).toBe('You are kind.\n')
  expect((await stat(join(home, 'memories/USER.md'))).mode & 0o777).toBe(0o600)
  expect(await readdir(join(home, 'skills'))).toEqual(['tea'])
  expect((await readdir(join(home, 'cache'))).filter((name) => name.startsWith('import-'))).toEqual([])
})

test('reads a closed store in place, without creating files', async () => {
  python.close()
  python = createPythonHome(join(folder, 'other'))
  const before = await fingerprint(source)
  expect(before.some((line) => line.includes('-wal'))).toBe(false)
  expect((await hermes('import-agent', 'hermes')).code).toBe(0)
  expect(await fingerprint(source)).toEqual(before)
  await expectSessions()
})

test('lists the import in a dry run without storing anything', async () => {
  const { code, out, err } = await hermes('import-agent', 'hermes', '--dry-run')
  expect(code).toBe(0)
  expect(out.trimEnd().split('\n')).toEqual([
    'SOUL.md',
    'memories/MEMORY.md',
    'memories/USER.md',
    'skills/tea/brew/SKILL.md',
    ...ids.map((id) => `session ${id}`),
  ])
  expect(err).toContain('a dry run: nothing was stored')
  expect(await withStore((store) => store.sessions.find())).toEqual([])
  await expect(readdir(join(home, 'memories'))).rejects.toThrow('ENOENT')
})

test('adds only new data in a second import, and replaces no files', async () => {
  await hermes('import-agent', 'hermes')
  const again = JSON.parse((await hermes('import-agent', 'hermes', '--json')).out)
  expect(again.sessions).toEqual({ added: [], unchanged: ids, extended: [], problems: [] })
  expect(again.files).toMatchObject({ added: [], kept: [], skipped: [] })
  python.message({ session_id: 'branch', role: 'assistant', content: 'Later.', timestamp: 1_767_300_000 })
  await writeFile(join(home, 'SOUL.md'), 'mine\n')
  const third = JSON.parse((await hermes('import-agent', 'hermes', '--json')).out)
  expect(third.sessions).toMatchObject({ added: [], extended: ['branch'] })
  expect(third.files.kept).toEqual(['SOUL.md'])
  expect(await readFile(join(home, 'SOUL.md'), 'utf8')).toBe('mine\n')
  expect(await withStore((store) => store.sessions.find())).toHaveLength(ids.length)
})

test('does not follow links', async () => {
  await writeFile(join(folder, 'secret'), 'x')
  await symlink(join(folder, 'secret'), join(source, 'memories/link.md'))
  await symlink(folder, join(source, 'skills/all'))
  const { files } = JSON.parse((await hermes('import-agent', 'hermes', '--json')).out)
  expect(files.skipped).toEqual(['memories/link.md', 'skills/all'])
})

test('imports the exports of that program completely', async () => {
  const path = join(folder, 'sessions.jsonl')
  await writeFile(path, python.exported())
  const { code, err } = await hermes('sessions', 'import', path)
  expect(err).toContain('added')
  expect(code).toBe(0)
  await expectSessions()
  expect((await hermes('sessions', 'import', path)).err).toContain('0 added, 0 extended')
})

test('rejects other input with advice', async () => {
  expect((await hermes('import-agent', 'openclow')).err).toContain('"openclow" cannot be imported')
  expect((await hermes('import-agent', 'codex', '--agent', 'main')).err).toContain('only apply to openclaw')
  expect((await hermes('import-agent', 'hermes', '--secrets')).err).toContain('only apply to openclaw')
  expect((await hermes('import-agent', 'codex')).err).toContain('--from')
  expect((await hermes('import-agent', 'hermes', '--from', 'nowhere')).err).toContain('--from')
  const own = home
  home = source
  expect((await hermes('import-agent', 'hermes')).err).toContain('HERMES_HOME or --profile')
  home = own
  await mkdir(join(folder, 'foreign'))
  await writeFile(join(folder, 'foreign/state.db'), 'no database')
  const { code, err } = await hermes('import-agent', 'hermes', '--from', 'foreign')
  expect(code).toBe(1)
  expect(err).toContain('cannot be read as a store of the Hermes Agent in Python')
})

test('rejects a store that is a pipe instead of waiting for a writer', async () => {
  const other = join(folder, 'other')
  await mkdir(other)
  execFileSync('mkfifo', [join(other, 'state.db')])
  const { code, err } = await hermes('import-agent', 'hermes', '--from', other)
  expect({ code, err }).toEqual({
    code: 1,
    err: `hermes: ${join(other, 'state.db')} is not a regular file: name another home with --from.\n`,
  })
})

test('rejects a home with a store of the Python agent, and names the command that imports it', async () => {
  home = source
  const before = await fingerprint(source)
  const { code, err } = await hermes('sessions', 'list')
  expect(code).toBe(1)
  expect(err).toContain('was not created by this Hermes')
  expect(err).toContain(`Try: HERMES_HOME=ANOTHER_FOLDER hermes import-agent hermes --from '${source}'\n`)
  expect((await hermes('doctor')).out).toContain('Try: HERMES_HOME=ANOTHER_FOLDER hermes import-agent')
  expect((await hermes('sessions', 'repair')).err).toContain('was not created by this Hermes')
  expect((await fingerprint(source)).filter((line) => /state\.db /.test(line))).toEqual(
    before.filter((line) => /state\.db /.test(line)),
  )
})
