import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkStore, createSqliteStore, repairStore } from '@hermes/state'
import { describe, expect, test, vi } from 'vitest'
import { say, storeFolder, type Texts, textsOf, writeConversations } from './fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()
const pageBytes = 4096

/** Returns the pages of a file, by content. */
function pagesOf(path: string) {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database
    .prepare('select name, pageno, pagetype from dbstat')
    .all()
    .map(({ name, pageno, pagetype }) => ({ name, pageno: Number(pageno), pagetype }))
  const trunk = Number(readFileSync(path).readUInt32BE(32))
  database.close()
  return {
    find: (name: string, type: string) => rows.filter((row) => row.name === name && row.pagetype === type),
    trunk,
  }
}

function flip(path: string, page: number, offset: number, count: number): void {
  const bytes = readFileSync(path)
  const begin = (page - 1) * pageBytes + offset
  for (let at = begin; at < begin + count; at++) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
  writeFileSync(path, bytes)
}

/** Creates a store with every kind of page: long and short messages, and free pages. */
async function varied(): Promise<{ path: string; texts: Texts }> {
  const path = newPath()
  const texts = await writeConversations(path, { sessions: 6, messages: 60 })
  await using store = await createSqliteStore({ path })
  // Indexed first, because the index would take the free pages.
  await store.search?.find({ text: 'kettle' })
  await store.sessions.delete('s5')
  const { s5: _, ...left } = texts
  return { path, texts: left }
}

const middle = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(items.length / 2)]
  if (item === undefined) throw new Error('There is no such page.')
  return item
}

const places = [
  { name: 'the magic of the header', at: () => ({ page: 1, offset: 0, count: 8 }), whole: true },
  { name: 'settings of the header', at: () => ({ page: 1, offset: 52, count: 40 }), whole: true },
  { name: 'the page of the schema', at: () => ({ page: 1, offset: 100, count: 8 }), whole: true },
  {
    name: 'the text of the schema',
    at: (pages: ReturnType<typeof pagesOf>) => ({
      page: middle(pages.find('sqlite_schema', 'leaf')).pageno,
      offset: 3000,
      count: 200,
    }),
    whole: true,
  },
  {
    name: 'an interior page of the messages',
    at: (pages: ReturnType<typeof pagesOf>) => ({
      page: middle(pages.find('messages', 'internal')).pageno,
      offset: 0,
      count: 16,
    }),
    whole: true,
  },
  {
    name: 'a leaf of the messages',
    at: (pages: ReturnType<typeof pagesOf>) => ({
      page: middle(pages.find('messages', 'leaf')).pageno,
      offset: 0,
      count: 64,
    }),
    whole: false,
  },
  {
    name: 'the text of a long message',
    at: (pages: ReturnType<typeof pagesOf>) => ({
      page: middle(pages.find('messages', 'overflow')).pageno,
      offset: 400,
      count: 64,
    }),
    whole: false,
  },
  {
    name: 'an index',
    at: (pages: ReturnType<typeof pagesOf>) => ({
      page: middle(pages.find('idx_messages_session_id', 'leaf')).pageno,
      offset: 0,
      count: 32,
    }),
    whole: true,
  },
  {
    name: 'the search index',
    at: (pages: ReturnType<typeof pagesOf>) => ({
      page: middle(pages.find('messages_fts_data', 'leaf')).pageno,
      offset: 1000,
      count: 200,
    }),
    whole: true,
  },
  {
    name: 'the list of free pages',
    at: (pages: ReturnType<typeof pagesOf>) => ({ page: pages.trunk, offset: 0, count: 16 }),
    whole: true,
  },
]

describe.each(places)('damage in $name', ({ at, whole }) => {
  test('is found, and repaired with all readable data', async () => {
    const { path, texts } = await varied()
    const { page, offset, count } = at(pagesOf(path))
    flip(path, page, offset, count)

    const health = await checkStore({ path })
    expect(health.ok).toBe(false)

    const report = await repairStore({ path })
    expect(report.problems.length).toBeGreaterThan(0)
    expect(report.remaining).toEqual([])
    const after = await textsOf(path)
    if (whole) expect(after).toEqual(texts)
    else expectMost(after, texts, report.recovery?.losses ?? [])
    expect((await checkStore({ path })).problems).toEqual([])
  })
})

/** Expects that nothing was added, little is missing, and the loss is reported. */
function expectMost(after: Texts, before: Texts, losses: readonly string[]): void {
  const [kept, all] = [after, before].map((texts) => Object.values(texts).flat())
  const known = new Set(all)
  const intact = kept?.filter((text) => known.has(text)) ?? []
  expect(intact.length).toBeLessThan(all?.length ?? 0)
  expect(intact.length).toBeGreaterThan((all?.length ?? 0) * 0.75)
  expect(losses.join(' ')).toMatch(/messages of session|could not be read|was damaged/)
}

test('recovers a file that SQLite cannot open at the next start, and keeps the damaged one', async () => {
  const { path, texts } = await varied()
  flip(path, 1, 0, 8)
  const damaged = readFileSync(path)
  const told: unknown[] = []
  const logger = { log: (...entry: unknown[]) => void told.push(entry) }
  await using store = await createSqliteStore({ path, services: { logger } })
  expect((await store.messages.load('s0')).map(({ message }) => message.content)).toEqual(texts.s0)
  expect(await store.search?.find({ text: 'kettle', sources: ['cli'], limit: 3 })).toHaveLength(3)
  await store.messages.append('s0', [say('goes on')])
  const kept = readdirSync(dirname(path)).filter((name) => /\.damaged-\d{8}-\d{6}$/.test(name))
  expect(kept).toHaveLength(1)
  expect(readFileSync(`${dirname(path)}/${kept[0]}`).equals(damaged)).toBe(true)
  expect(JSON.stringify(told)).toContain('was damaged and has been recovered')
})

test('does not repair a foreign file', async () => {
  const path = newPath()
  writeFileSync(path, 'notes, not tables\n'.repeat(1000))
  await expect(repairStore({ path })).rejects.toMatchObject({ kind: 'unavailable' })
  expect(readFileSync(path, 'utf8')).toBe('notes, not tables\n'.repeat(1000))
  await expect(repairStore({ path: `${path}.none` })).rejects.toMatchObject({ kind: 'not-found' })
  await expect(checkStore({ path: `${path}.none` })).rejects.toMatchObject({ kind: 'not-found' })
})

test('does not replace a damaged file in use', async () => {
  const { path } = await varied()
  await using store = await createSqliteStore({ path })
  await store.messages.append('s0', [say('in use')])
  const database = new DatabaseSync(path)
  database.exec('drop index idx_messages_session_id')
  database.close()
  await expect(repairStore({ path })).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringContaining('while it is in use'),
  })
  expect(existsSync(`${path}.damage`)).toBe(false)
  await store.messages.append('s0', [say('still in use')])
})

test('repairs indexes and counters in place, while the store is in use', async () => {
  const { path, texts } = await varied()
  await using store = await createSqliteStore({ path })
  const database = new DatabaseSync(path)
  database.exec(`
    update sessions set message_count = 7 where id = 's1';
    insert into messages_fts(messages_fts) values ('delete-all');
    pragma foreign_keys = off; delete from sessions where id = 's2'`)
  database.close()
  const { problems, remaining, recovery } = await repairStore({ path })
  expect([...new Set(problems.map(({ kind }) => kind))].sort()).toEqual(['counter', 'reference', 'search'])
  expect(remaining).toEqual([])
  expect(recovery).toBeUndefined()
  expect(await store.sessions.get('s1')).toMatchObject({ messageCount: texts.s1?.length })
  // The counters are derived from the messages.
  expect(await store.sessions.get('s2')).toMatchObject({ messageCount: texts.s2?.length })
  expect(await store.search?.find({ text: 'kettle', limit: 5 })).toHaveLength(5)
})

test('leaves an intact store unchanged', async () => {
  const { path } = await varied()
  const health = await checkStore({ path })
  expect(health).toMatchObject({ ok: true, problems: [], counts: { sessions: 5, messages: 300 } })
  expect(health.sizes.free).toBeGreaterThan(0)
  expect(await checkStore({ path, depth: 'quick' })).toMatchObject({ ok: true, counts: { sessions: 5, messages: 300 } })
  expect(await repairStore({ path })).toEqual({ problems: [], remaining: [], lost: [] })
  expect(readdirSync(dirname(path)).sort()).toEqual(['state.db', 'state.db.lock', 'state.db.record'])
})
