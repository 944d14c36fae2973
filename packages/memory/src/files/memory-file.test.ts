import { appendFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../testing/temp-folder.js'
import type { MemoryEdit } from './memory-edit.js'
import { createMemoryFile } from './memory-file.js'
import { createMemoryFiles } from './memory-files.js'
import { createMemoryLock } from './memory-lock.js'

const by = { by: 'tool' } as const
const add = (content: string): MemoryEdit => ({ action: 'add', content })
const remove = (oldText: string): MemoryEdit => ({ action: 'remove', oldText })
const replace = (oldText: string, content: string): MemoryEdit => ({ action: 'replace', oldText, content })

async function setUp(limit = 100, text?: string | Uint8Array) {
  const path = join(await tempFolder(), 'memories', 'MEMORY.md')
  if (text !== undefined) {
    await mkdir(dirname(path))
    await writeFile(path, text)
  }
  const open = () => createMemoryFile({ path, limit, lock: createMemoryLock() })
  const file = open()
  const entries = async () => (await file.read()).entries
  return { path, file, open, entries, text: () => readFile(path, 'utf8') }
}

test('adds, replaces and removes entries by a unique part', async () => {
  const { file, text, path } = await setUp()
  await file.change([add('Uses pnpm.'), add('Likes tea.')], by)
  await file.change([replace('tea', 'Likes coffee.\nBlack.')], by)
  expect(await text()).toBe('Uses pnpm.\n§\nLikes coffee.\nBlack.\n')
  await file.change([remove('pnpm')], by)
  expect(await text()).toBe('Likes coffee.\nBlack.\n')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await file.read()).toEqual({ entries: ['Likes coffee.\nBlack.'], chars: 20, limit: 100 })
})

test('ignores an entry that exists, and merges an entry that becomes equal to another', async () => {
  const { file, entries } = await setUp()
  await file.change([add('one'), add('two')], by)
  expect(await file.change([add(' one\n')], by)).toBeUndefined()
  await file.change([replace('two', 'one')], by)
  expect(await entries()).toEqual(['one'])
})

test.each<[string, MemoryEdit, string, RegExp]>([
  [
    'a text in no entry',
    remove('coffee'),
    'memory/no-match',
    /No entry contains "coffee".*"Likes green tea", "Likes tea"/,
  ],
  ['a text in several', replace('tea', 'x'), 'memory/no-match', /2 entries contain "tea"/],
  ['an empty text', remove(' '), 'memory/no-match', /No entry/],
  ['an empty entry', add(' \n'), 'memory/invalid', /empty/],
  ['a separator', add('a\n §\nb'), 'memory/invalid', /§/],
  ['a NUL', add('a\0b'), 'memory/invalid', /no text/],
  ['half a character', add('a\ud800b'), 'memory/invalid', /no text/],
  ['a long entry', add('x'.repeat(101)), 'memory/too-long', /101 characters, and the file holds 100/],
])('refuses %s, and changes nothing', async (_, edit, code, message) => {
  const { file, entries } = await setUp()
  await file.change([add('Likes green tea'), add('Likes tea')], by)
  await expect(file.change([add('new'), edit], by)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  })
  expect(await entries()).toEqual(['Likes green tea', 'Likes tea'])
})

test('the whole text of an entry identifies this entry', async () => {
  const { file, entries } = await setUp()
  await file.change([add('tea'), add('green tea')], by)
  await file.change([remove('tea')], by)
  expect(await entries()).toEqual(['green tea'])
})

test('archives the oldest entries to make room, and never what was just written', async () => {
  const { file, entries, path } = await setUp(10)
  await file.change([add('aaaa'), add('bbb')], by)
  const change = await file.change([replace('aaaa', 'cccccc')], by)
  expect(change?.archived).toEqual(['bbb'])
  expect(await entries()).toEqual(['cccccc'])
  expect(await readFile(join(dirname(path), 'ARCHIVE.jsonl'), 'utf8')).toContain('"file":"MEMORY.md"')
  await expect(file.change([add('eeeeee'), add('fffffff')], by)).rejects.toMatchObject({ code: 'memory/too-long' })
})

test('reads a file that was edited by hand, on any system', async () => {
  const { entries, file, text } = await setUp(
    100,
    '\uFEFF§\r\n# Notes\r\nUses tabs.\r\n  §\t\r\n\r\n§\r\nUses tabs.\r\n§\r\ntwo',
  )
  expect(await entries()).toEqual(['# Notes\nUses tabs.', 'Uses tabs.', 'two'])
  await file.change([add('three')], by)
  expect(await text()).toBe('# Notes\nUses tabs.\n§\nUses tabs.\n§\ntwo\n§\nthree\n')
})

test('keeps edits by hand in the history, and can undo them', async () => {
  const { file, entries, path } = await setUp()
  await file.change([add('one'), add('two')], by)
  await writeFile(path, 'one\n§\nby hand\n')
  await file.change([add('three')], by)
  const [, hand] = await file.history()
  expect(hand).toMatchObject({ by: 'hand', before: ['one', 'two'], after: ['one', 'by hand'] })
  await file.undo(hand?.id, { by: 'person' })
  expect(await entries()).toEqual(['one', 'two', 'three'])
})

test.each([
  ['10 MB', Buffer.alloc(10_000_000, 'x'), /10,000,000 bytes: shorten it/],
  ['a NUL', Buffer.from('a\0b'), /NUL bytes/],
  ['invalid UTF-8', Buffer.from([0x61, 0xff, 0xfe]), /not UTF-8/],
])('refuses a file with %s in one sentence, and leaves it as it is', async (_, content, message) => {
  const { file, path } = await setUp(100, content)
  const refused = { code: 'memory/unreadable', message: expect.stringMatching(message) }
  await expect(file.read()).rejects.toMatchObject(refused)
  await expect(file.change([add('one')], by)).rejects.toMatchObject(refused)
  expect(content.equals(await readFile(path))).toBe(true)
})

test('refuses a folder in place of the file', async () => {
  const { file, path } = await setUp()
  await mkdir(path, { recursive: true })
  await expect(file.read()).rejects.toMatchObject({ code: 'memory/unreadable' })
})

test('undoes the newest changes one by one, and restores what it undid', async () => {
  const { file, entries } = await setUp()
  await file.change([add('one'), add('two'), add('three')], by)
  await file.change([remove('two')], by)
  await file.change([replace('three', 'four')], by)
  const person = { by: 'person' } as const
  const undone = await file.undo(undefined, person)
  expect(await entries()).toEqual(['one', 'three'])
  await file.undo(undefined, person)
  expect(await entries()).toEqual(['one', 'two', 'three'])
  await file.undo(undone.id, person)
  expect((await entries()).toSorted()).toEqual(['four', 'one', 'two'])
  await expect(file.undo('none', person)).rejects.toMatchObject({ code: 'memory/unknown' })
})

test('restores archived entries by undoing the change that pushed them out', async () => {
  const { file, entries } = await setUp(12)
  await file.change([add('aaaa'), add('bbbb')], by)
  await file.change([add('cccccc')], by)
  await file.undo(undefined, by)
  expect(await entries()).toEqual(['aaaa', 'bbbb'])
})

test('refuses to undo a change whose entries no longer fit', async () => {
  const { file } = await setUp(10)
  const first = await file.change([add('aaaaaaaa')], by)
  await file.change([remove('a')], by)
  await file.change([add('bbbbbbbb')], by)
  const removal = (await file.history())[1]
  expect(first).toBeDefined()
  await expect(file.undo(removal?.id, by)).rejects.toMatchObject({ code: 'memory/too-long' })
})

test('recovers from a crash between the log and the file, and from a torn line', async () => {
  const { file, open, entries, path } = await setUp()
  await file.change([add('one')], by)
  const log = join(dirname(path), 'MEMORY.history.jsonl')
  const lines = await readFile(log, 'utf8')
  const [done] = lines.trim().split('\n')
  const { to } = JSON.parse(done ?? '{}')
  await appendFile(
    log,
    `${JSON.stringify({ ...JSON.parse(done ?? '{}'), id: 'lost', from: to, to: 'x' })}\n{"id":"torn`,
  )
  expect(await open().history()).toHaveLength(1)
  await file.change([add('two')], by)
  expect((await file.history()).map(({ after }) => after)).toEqual([['one', 'two'], ['one']])
  expect(await entries()).toEqual(['one', 'two'])
})

test('replaces the target of a link', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'real.md'), 'one\n')
  await symlink(join(folder, 'real.md'), join(folder, 'MEMORY.md'))
  const file = createMemoryFile({ path: join(folder, 'MEMORY.md'), limit: 100, lock: createMemoryLock() })
  await file.change([add('two')], by)
  expect(await readFile(join(folder, 'real.md'), 'utf8')).toBe('one\n§\ntwo\n')
})

test('keeps all simultaneous changes of one process', async () => {
  const { file, entries } = await setUp(1_000)
  const numbers = Array.from({ length: 20 }, (_, number) => `entry ${number};`)
  await Promise.all(numbers.map((entry) => file.change([add(entry)], by)))
  expect((await entries()).toSorted()).toEqual(numbers.toSorted())
})

test('forgets the oldest changes of a long history', async () => {
  const { file } = await setUp(1_000)
  for (let number = 0; number < 403; number++) await file.change([number % 2 ? remove('x') : add('x')], by)
  const history = await file.history()
  expect(history.length).toBeLessThanOrEqual(400)
  expect(history.length).toBeGreaterThanOrEqual(200)
})

test('gives each person a separate folder, whatever their ids look like', async () => {
  const folder = await tempFolder()
  const files = createMemoryFiles({ folder, lock: createMemoryLock() })
  const ids = ['ada', 'Ada', 'a/../../etc', '..', 'ü', 'ä', '', 'x'.repeat(500)]
  for (const id of ids) await files.of(id).user.change([add(`I am ${id.slice(0, 20) || 'nobody'}`)], by)
  expect(new Set(await readdir(join(folder, 'people'))).size).toBe(ids.length)
  expect((await files.of('Ada').user.read()).entries).toEqual(['I am Ada'])
  expect((await files.of().user.read()).entries).toEqual([])
})
