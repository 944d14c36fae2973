import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import type { SessionStore } from '@hermes/core'
import { openStore, resolveHome } from '@hermes/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../../start/run-cli.js'

// Each command opens its own store, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let root: string
let home: string
let archive: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'hermes-backup-'))
  home = join(root, 'home')
  archive = join(root, 'backup.zip')
})
afterEach(() => rm(root, { recursive: true }))

async function hermes(args: readonly string[], { typed, at = home }: { typed?: string; at?: string } = {}) {
  const tty = { isTTY: typed !== undefined }
  const stdout = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), tty)
  const stdin = Object.assign(new PassThrough(), tty)
  stdin.end(typed)
  const io = { stdin, stdout, stderr, env: { HERMES_HOME: at }, workingDirectory: root }
  const code = await runCli(args, { io })
  return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') }
}

async function withStore<Result>(use: (store: SessionStore) => Promise<Result>, at = home): Promise<Result> {
  await using store = await openStore(resolveHome({ HERMES_HOME: at }))
  return await use(store)
}

async function put(path: string, content: string, at = home): Promise<void> {
  await mkdir(join(at, path, '..'), { recursive: true })
  await writeFile(join(at, path), content)
}

const text = (path: string, at = home) => readFile(join(at, path), 'utf8')
const addSession = (store: SessionStore, id: string) =>
  store.sessions.create({ id, source: 'cli', title: `The ${id}`, startedAtMs: 1 })
const idsIn = (at = home) =>
  withStore(async (store) => (await store.sessions.find()).map(({ id }) => id).toSorted(), at)

/** Fills a home with one of everything. */
async function fill(): Promise<void> {
  await withStore(async (store) => {
    await addSession(store, 'one')
    await addSession(store, 'two')
  })
  await withStore((store) => addSession(store, 'work'), join(home, 'profiles/work'))
  await put('config.yaml', 'agent: {}\n')
  await put('.env', 'KEY=secret\n')
  await put('auth.json', '{"secret":1}')
  await put('profiles/work/.env', 'KEY=secret\n')
  await put('profiles/work/SOUL.md', 'busy')
  await put('profiles/logs/SOUL.md', 'a profile with the name of a folder')
  await put('skills/tea/SKILL.md', 'boil')
  await put('skills/tea/run.sh', '#!/bin/sh\n')
  await chmod(join(home, 'skills/tea/run.sh'), 0o755)
  for (const left of ['cache/a', 'logs/agent.log', 'checkpoints/x', 'node_modules/y/index.js', 'state.db.replaced-1']) {
    await put(left, 'left')
  }
}

test('backs up a home and restores it elsewhere unchanged', async () => {
  await fill()
  const written = await hermes(['backup', archive, '--json'])
  expect(written).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(written.out)).toMatchObject({
    path: archive,
    files: 7,
    skipped: [],
    bytes: (await stat(archive)).size,
  })
  expect((await stat(archive)).mode & 0o777).toBe(0o600)

  const other = join(root, 'other')
  expect(await hermes(['import', archive, '--yes'], { at: other })).toMatchObject({ code: 0 })
  const names = (await readdir(other)).filter((name) => !name.startsWith('state.db.'))
  expect(names.toSorted()).toEqual(['cache', 'config.yaml', 'logs', 'profiles', 'skills', 'state.db'])
  expect(await idsIn(other)).toEqual(['one', 'two'])
  expect(await idsIn(join(other, 'profiles/work'))).toEqual(['work'])
  expect(await text('skills/tea/SKILL.md', other)).toBe('boil')
  expect(await text('profiles/logs/SOUL.md', other)).toContain('name of a folder')
  expect((await stat(join(other, 'skills/tea/run.sh'))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(other, 'profiles/work'))).not.toContain('.env')
})

test('replaces an existing file only when the user confirms', async () => {
  await fill()
  await writeFile(archive, 'the only copy')
  expect(await hermes(['backup', archive])).toMatchObject({ code: 2, err: expect.stringContaining('exists already') })
  expect(await hermes(['backup', archive], { typed: 'n\n' })).toMatchObject({ code: 1 })
  expect(await readFile(archive, 'utf8')).toBe('the only copy')
  expect(await hermes(['backup', archive], { typed: 'y\n' })).toMatchObject({ code: 0 })
  expect(await hermes(['backup', archive, '--yes'])).toMatchObject({ code: 0 })
  expect((await readFile(archive)).subarray(0, 2).toString()).toBe('PK')
})

test('includes keys and logins only on request', async () => {
  await fill()
  await hermes(['backup', archive, '--secrets'])
  const other = join(root, 'other')
  await hermes(['import', archive, '--yes'], { at: other })
  expect(await text('.env', other)).toBe('KEY=secret\n')
  expect(await text('profiles/work/.env', other)).toBe('KEY=secret\n')
  expect((await stat(join(other, 'auth.json'))).mode & 0o777).toBe(0o600)
})

test('shows what a restore replaces, asks, keeps the replaced files, and leaves the rest alone', async () => {
  await fill()
  await hermes(['backup', archive])
  await put('config.yaml', 'new: true\n')
  await put('skills/coffee/SKILL.md', 'grind')
  await put('SOUL.md', 'newer than the backup')
  await withStore(async (store) => {
    await store.sessions.delete('two')
    await addSession(store, 'three')
  })
  const dry = await hermes(['import', archive, '--dry-run'])
  expect(dry).toMatchObject({ code: 0, out: '' })
  expect(dry.err).toMatch(/7 files.*keys and logins not included/)
  expect(dry.err).toMatch(
    /Replaces config\.yaml, profiles\/logs\/SOUL\.md, profiles\/work\/SOUL\.md, skills, .*state\.db/,
  )
  expect(dry.err).toContain('Sessions: 3 in the backup, 1 of them not here.')
  expect(dry.err).toContain('1 session of this home will be lost: The three.')
  expect(await hermes(['import', archive], { typed: 'n\n' })).toMatchObject({ code: 1 })
  expect(await hermes(['import', archive])).toMatchObject({ code: 2, err: expect.stringContaining('--yes') })
  expect([await idsIn(), await text('config.yaml')]).toEqual([['one', 'three'], 'new: true\n'])

  const { code, out } = await hermes(['import', archive, '--yes', '--json'])
  const report = JSON.parse(out)
  expect([code, report.is_restored, report.sessions]).toMatchObject([
    0,
    true,
    { gained: [{ id: 'two', title: 'The two' }], lost: [{ id: 'three', title: 'The three' }] },
  ])
  expect([await idsIn(), await text('config.yaml')]).toEqual([['one', 'two'], 'agent: {}\n'])
  expect(await text('.env')).toBe('KEY=secret\n')
  expect(await text('SOUL.md')).toBe('newer than the backup')
  expect(await readdir(join(home, 'skills'))).toEqual(['tea'])
  const [kept = ''] = report.kept_at
  expect(await readFile(join(kept, 'config.yaml'), 'utf8')).toBe('new: true\n')
  expect(await readFile(join(kept, 'skills/coffee/SKILL.md'), 'utf8')).toBe('grind')
  expect(report.kept_at.some((path: string) => path.startsWith(join(home, 'state.db.replaced-')))).toBe(true)
  expect(await readdir(home)).not.toContain('.restore')
})

test('copies a consistent snapshot of a store in use, and replaces it for its users', async () => {
  await withStore(async (store) => {
    await addSession(store, 'one')
    await hermes(['backup', archive, '--quick'])
    await addSession(store, 'two')
    expect(await hermes(['import', archive, '--yes'])).toMatchObject({ code: 0 })
    expect((await store.sessions.find()).map(({ id }) => id)).toEqual(['one'])
    await addSession(store, 'three')
  })
  expect(await idsIn()).toEqual(['one', 'three'])
})

test('keeps a limited number of backups', async () => {
  await fill()
  const names = async () => (await readdir(join(home, 'backups'))).toSorted()
  await put('backups/hermes-20200101-000000.zip', 'old')
  await put('backups/hermes-20210101-000000.zip', 'less old')
  await put('backups/hermes-quick-20200101-000000.zip', 'of another kind')
  await put('backups/mine.zip', 'of a person')
  const { out, err } = await hermes(['backup', '--keep', '2'])
  expect(out.trim()).toMatch(/\/home\/backups\/hermes-\d{8}-\d{6}\.zip$/)
  expect(err).toContain('Deleted 1 older backup.')
  expect(await names()).toEqual([
    'hermes-20210101-000000.zip',
    expect.stringMatching(/^hermes-\d{8}-\d{6}\.zip$/),
    'hermes-quick-20200101-000000.zip',
    'mine.zip',
  ])
  await hermes(['backup', '--quick', '--keep', '1'])
  expect((await names()).filter((name) => name.includes('quick'))).toEqual([expect.not.stringContaining('2020')])
})

test('names skipped files, and includes linked settings', async () => {
  await put('config.yaml', 'x')
  await writeFile(join(root, 'soul'), 'kept elsewhere')
  await symlink(join(root, 'soul'), join(home, 'SOUL.md'))
  await symlink(root, join(home, 'plugins'))
  await symlink('nowhere', join(home, 'memories'))
  await put('skills/back\\slash', 'x')
  const { code, err } = await hermes(['backup', archive])
  expect(code).toBe(0)
  expect(err).toMatch(/Left out: memories \(it links to nothing\)\n.*plugins \(it does not link to a file\)/)
  expect(err).toContain('backslash')
  const other = join(root, 'other')
  await hermes(['import', archive, '--yes'], { at: other })
  expect(await text('SOUL.md', other)).toBe('kept elsewhere')
})

test('leaves nothing behind when a backup fails', async () => {
  await fill()
  const folder = join(root, 'there')
  await mkdir(join(folder, 'backup.zip'), { recursive: true })
  expect(await hermes(['backup', join(folder, 'backup.zip')])).toMatchObject({ code: 1 })
  expect(await readdir(folder)).toEqual(['backup.zip'])
  expect(await hermes(['backup', join(root, 'no/such/folder.zip')])).toMatchObject({ code: 1 })
})

test.each([
  [['backup', '/tmp/x.zip', '--keep', '3']],
  [['backup', '--keep', '0']],
  [['backup', '--quick', '--secrets']],
  [['import']],
])('rejects %j as wrong usage', async (args) => {
  expect(await hermes(args)).toMatchObject({ code: 2 })
})

test('changes nothing when a backup is damaged', async () => {
  await fill()
  await hermes(['backup', archive])
  const bytes = await readFile(archive)
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(0x55, middle, middle + 200)
  await writeFile(archive, bytes)
  const { code, err } = await hermes(['import', archive, '--yes'])
  expect([code, err]).toEqual([1, expect.stringContaining('nothing was changed')])
  expect(await idsIn()).toEqual(['one', 'two'])
  expect(await readdir(home)).not.toContain('.restore')
})

test('rejects a store with a foreign trigger before it asks', async () => {
  await fill()
  const database = new DatabaseSync(join(home, 'state.db'))
  database.exec('create trigger evil after insert on sessions begin delete from messages; end')
  database.close()
  await hermes(['backup', archive])
  const other = join(root, 'other')
  await put('config.yaml', 'mine', other)
  const { code, err } = await hermes(['import', archive, '--yes'], { at: other })
  expect([code, err]).toEqual([1, expect.stringContaining('nothing was changed: state.db is damaged')])
  expect(await text('config.yaml', other)).toBe('mine')
})
