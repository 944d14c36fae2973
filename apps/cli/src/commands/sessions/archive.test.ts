import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import type { SessionStore } from '@hermes/core'
import type { NewSession } from '@hermes/core/sessions'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../start/run-cli.js'

// Each command opens its own store, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-sessions-'))
})
afterEach(() => rm(home, { recursive: true }))

async function hermes(args: readonly string[], typed?: string) {
  const tty = { isTTY: typed !== undefined }
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stdin = Object.assign(new PassThrough(), tty)
  stdin.end(typed)
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: home }, workingDirectory: home }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function withStore(fill: (store: SessionStore) => Promise<unknown>): Promise<void> {
  await using store = await openStore(resolveHome({ HERMES_HOME: home }))
  await fill(store)
}

async function add(store: SessionStore, id: string, more: Partial<NewSession> = {}): Promise<void> {
  await store.sessions.create({ id, source: 'cli', startedAtMs: 1, ...more })
  await store.messages.append(id, [{ message: { role: 'user', content: `words of ${id}` }, timestampMs: 1 }])
}

const list = async (...args: readonly string[]) =>
  (JSON.parse((await hermes(['sessions', 'list', '--json', ...args])).out) as { id: string }[])
    .map(({ id }) => id)
    .toSorted()

/** Adds a conversation of two sessions with a sub-agent, and another conversation. */
async function fill(): Promise<void> {
  await withStore(async (store) => {
    await add(store, 'root', { title: 'Tea' })
    const messages = [{ message: { role: 'user', content: 'and?' } as const, timestampMs: 2 }]
    await store.sessions.split('root', { id: 'next', title: 'Tea #2', messages, atMs: 2 })
    await add(store, 'child', { source: 'delegate', parentSessionId: 'next', link: 'delegate' })
    await add(store, 'other')
  })
}

test('hides an archived conversation with all continuations, and restores it', async () => {
  await fill()
  expect(await hermes(['sessions', 'archive', 'Tea', 'other'])).toMatchObject({
    code: 0,
    err: 'root ("Tea") was archived.\nother was archived.\n',
  })
  expect([await list(), await list('--archived')]).toEqual([[], ['other', 'root']])
  expect(await list('--all')).toEqual(['child', 'next', 'other', 'root'])
  expect(await hermes(['sessions', 'list', '--source', 'slack'])).toMatchObject({
    code: 0,
    err: 'No session matches.\n',
  })
  expect((await hermes(['sessions', 'show', 'latest'])).code).toBe(1)
  expect((await hermes(['sessions', 'show', 'Tea'])).out).toContain('and?')
  await hermes(['sessions', 'unarchive', 'next'])
  expect([await list(), await list('--archived')]).toEqual([['root'], ['other']])
  expect(await hermes(['sessions', 'archive', 'Tea', 'nobody'])).toMatchObject({ code: 1 })
  expect(await list()).toEqual(['root'])
})

test('lists the sessions of one folder', async () => {
  await withStore(async (store) => {
    await add(store, 'here', { workingDirectory: home })
    await add(store, 'below', { workingDirectory: join(home, 'a/b') })
    await add(store, 'beside', { workingDirectory: `${home}-2` })
    await add(store, 'dots', { workingDirectory: join(home, '..a') })
    await add(store, 'nowhere')
  })
  expect(await list('--workspace', '.')).toEqual(['below', 'dots', 'here'])
  expect(await list('--workspace', join(home, 'a'))).toEqual(['below'])
})

test('sanitizes and truncates a title, and rejects a taken or empty one', async () => {
  await fill()
  const rename = (title: string) => hermes(['sessions', 'rename', 'other', title])
  expect(await rename('  Fix\nthe \u202ebuild\u0007 ')).toMatchObject({
    code: 0,
    err: 'other is now "Fix the build".\n',
  })
  await rename('x'.repeat(300))
  const rows = JSON.parse((await hermes(['sessions', 'list', '--json'])).out) as { id: string; title: string }[]
  expect(rows.find(({ id }) => id === 'other')?.title).toBe(`${'x'.repeat(99)}…`)
  expect(await rename('Tea')).toMatchObject({ code: 1, err: expect.stringContaining('Another session has the title') })
  expect(await rename('\u200b')).toMatchObject({ code: 1, err: expect.stringContaining('empty') })
})

test('deletes a conversation with its continuations and sub-agents', async () => {
  await fill()
  expect(await hermes(['sessions', 'delete', 'Tea', '--yes'])).toMatchObject({
    code: 0,
    err: 'root ("Tea") was deleted.\n',
  })
  expect(await list('--all')).toEqual(['other'])
})

test('exports sessions and imports them unchanged', async () => {
  await fill()
  await hermes(['sessions', 'archive', 'other'])
  const { out: before } = await hermes(['sessions', 'export', '--all'])
  await writeFile(join(home, 'all.jsonl'), `${before}{"id": 1\n`)
  await withStore(async (store) => {
    for (const { id } of await store.sessions.find()) await store.sessions.delete(id)
  })
  const dry = await hermes(['sessions', 'import', 'all.jsonl', '--dry-run'])
  expect(dry.err).toContain('4 sessions: 4 added, 0 extended, 0 there already (a dry run: nothing was stored).')
  expect(await list('--all')).toEqual([])
  expect(await hermes(['sessions', 'import', 'all.jsonl'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/all\.jsonl:5: it is not JSON\n4 sessions: 4 added.*\n1 problem/),
  })
  expect((await hermes(['sessions', 'export', '--all'])).out).toBe(before)
  expect(await hermes(['sessions', 'import', 'missing.jsonl'])).toMatchObject({ code: 1 })
})

test('does not import a session whose id hides characters, and lists stored ones escaped', async () => {
  await withStore((store) => add(store, 'evil\u001b[2J'))
  const { out } = await hermes(['sessions', 'export', '--all', '--output', 'all.jsonl'])
  expect(out).not.toContain('\u001b')
  expect((await hermes(['sessions', 'list'])).out).not.toContain('\u001b')
  await withStore((store) => store.sessions.delete('evil\u001b[2J'))
  const { code, err } = await hermes(['sessions', 'import', 'all.jsonl'])
  expect({ code, err }).toMatchObject({
    code: 1,
    err: expect.stringContaining('its id is not 1 to 200 visible characters'),
  })
  expect(await list()).toEqual([])
})

test('optimizes and checks the store, and leaves an intact one alone', async () => {
  expect(await hermes(['sessions', 'optimize'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no session store'),
  })
  await fill()
  expect(JSON.parse((await hermes(['sessions', 'optimize', '--json'])).out)).toMatchObject({
    bytes_before: expect.any(Number),
    bytes_after: expect.any(Number),
  })
  expect(await hermes(['sessions', 'repair'])).toMatchObject({
    code: 0,
    err: 'The session store is intact: 4 sessions, 4 messages.\n',
  })
  expect(JSON.parse((await hermes(['sessions', 'repair', '--json'])).out)).toMatchObject({ ok: true, problems: [] })
})

test('repairs a damaged store after a confirmation', async () => {
  await fill()
  const database = new DatabaseSync(join(home, 'state.db'))
  database.exec("update sessions set message_count = 99 where id = 'root'")
  database.close()
  const dry = await hermes(['sessions', 'repair', '--dry-run'])
  expect([dry.code, dry.err]).toEqual([1, expect.stringMatching(/^✗ .+\n$/)])
  expect(await hermes(['sessions', 'repair'])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
  expect(await hermes(['sessions', 'repair'], 'n\n')).toMatchObject({ code: 1 })
  expect(JSON.parse((await hermes(['sessions', 'repair', '--dry-run', '--json'])).out)).toMatchObject({
    ok: false,
    problems: [{ kind: 'counter', repairable: true }],
  })
  expect(await hermes(['sessions', 'repair'], 'y\n')).toMatchObject({
    code: 0,
    err: expect.stringContaining('1 problem repaired, 0 left.'),
  })
  expect((await hermes(['sessions', 'repair'])).code).toBe(0)
})

test('offers to accept a loss that it cannot repair', async () => {
  await fill()
  await writeFile(join(home, 'state.db.lost'), '3 messages are missing.\n')
  const refused = await hermes(['sessions', 'repair'], 'n\n')
  expect(refused.err).toContain('✗ 3 messages are missing.\n')
  expect(refused.err).toContain('Go on without it, and no longer report it?')
  expect(await hermes(['sessions', 'repair'], 'y\n')).toMatchObject({ code: 0 })
  expect((await hermes(['sessions', 'repair'])).err).toContain('is intact')
})

test('leaves a foreign file alone and reports it', async () => {
  await writeFile(join(home, 'state.db'), 'something else')
  for (const [args, typed] of [[['--yes']], [[], 'y\n'], [[]]] as const) {
    const { code, err } = await hermes(['sessions', 'repair', ...args], typed)
    expect(code).toBe(1)
    expect(err).toContain(
      '✗ The file cannot be read: file is not a database. (cannot be mended)\nIt cannot be repaired.',
    )
    expect(err).not.toContain('Mend it?')
  }
  expect(await readFile(join(home, 'state.db'), 'utf8')).toBe('something else')
})

test('rejects file commands when the sessions are in PostgreSQL', async () => {
  await writeFile(join(home, 'config.yaml'), 'database:\n  url: postgresql://nobody@127.0.0.1:1/hermes\n')
  for (const args of [
    ['sessions', 'optimize'],
    ['sessions', 'repair'],
    ['backup', '--quick'],
  ]) {
    expect(await hermes(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The sessions are in PostgreSQL'),
    })
  }
  expect(await hermes(['backup', 'here.zip'])).toMatchObject({ code: 0, err: expect.stringContaining('pg_dump') })
})

test('exports readable sessions despite a damaged one, and names what is missing', async () => {
  await fill()
  const database = new DatabaseSync(join(home, 'state.db'))
  database.exec("UPDATE messages SET tool_calls = '{broken', role = 'assistant' WHERE session_id = 'other'")
  database.close()
  const { code, out, err } = await hermes(['sessions', 'export', '--all'])
  const exported = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect(exported.toSorted()).toEqual(['child', 'next', 'root'])
  expect(err).toMatch(/^other was not exported: .+/m)
  expect(code).toBe(1)
})
