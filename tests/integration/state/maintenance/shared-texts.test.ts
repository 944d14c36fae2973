import { DatabaseSync } from 'node:sqlite'
import { checkStore, createSqliteStore, optimizeStore, repairStore } from '@hermes/state'
import { expect, test, vi } from 'vitest'
import { storeFolder } from './fixtures.js'

/* Large texts that several sessions share are stored once. */

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()

const systemPrompt = 'You know where everything is. 茶はここ。\n'.repeat(300)
const notes = { tools: [{ name: 'read', description: 'Read a file. '.repeat(800) }] }
const given = { source: 'api_server', startedAtMs: 1, systemPrompt, notes }

async function writeSessions(path: string, ids: readonly string[]): Promise<void> {
  await using store = await createSqliteStore({ path })
  for (const id of ids) await store.sessions.create({ ...given, id })
}

function change(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function select(path: string, sql: string): readonly unknown[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0])
  } finally {
    database.close()
  }
}

const textsOf = (path: string) => select(path, 'select text from shared_texts order by length(text)')

test('a repeated text is stored once', async () => {
  const path = newPath()
  await writeSessions(path, ['first', 'a', 'b', 'c'])
  expect(textsOf(path)).toEqual([JSON.stringify(notes), systemPrompt].sort((one, other) => one.length - other.length))
  expect(select(path, 'select id from sessions where coalesce(model_config, system_prompt) is not null')).toEqual([
    'first',
  ])
  await using store = await createSqliteStore({ path })
  for (const id of ['first', 'a', 'b', 'c']) expect(await store.sessions.get(id)).toMatchObject({ systemPrompt, notes })
})

test('a short text, and one of a single session, stay in their session', async () => {
  const path = newPath()
  await using store = await createSqliteStore({ path })
  for (const id of ['a', 'b']) {
    await store.sessions.create({ ...given, id, systemPrompt: `You are ${id}.`, notes: { ...notes, id } })
  }
  expect(textsOf(path)).toEqual([])
})

test('a session that changes has its own text', async () => {
  const path = newPath()
  await writeSessions(path, ['first', 'a', 'b'])
  await using store = await createSqliteStore({ path })
  const own = { ...notes, steers: ['1'] }
  expect(await store.sessions.update('a', { notes: own })).toMatchObject({ systemPrompt, notes: own })
  await using other = await createSqliteStore({ path })
  expect(await other.sessions.get('a')).toMatchObject({ systemPrompt, notes: own })
  expect(await other.sessions.get('b')).toMatchObject({ systemPrompt, notes })
})

test('a text is deleted with the last session that has it', async () => {
  const path = newPath()
  await writeSessions(path, ['first', 'a', 'b'])
  for (const id of ['first', 'a']) {
    await using store = await createSqliteStore({ path })
    await store.sessions.delete(id)
  }
  expect(textsOf(path)).toHaveLength(2)
  {
    await using store = await createSqliteStore({ path })
    await store.sessions.delete('b')
  }
  expect(textsOf(path)).toEqual([])
})

test('an optimization deletes a text that a killed process left', async () => {
  const path = newPath()
  await writeSessions(path, ['first', 'a'])
  change(path, "delete from sessions where id = 'a'")
  expect(textsOf(path)).toHaveLength(2)
  await optimizeStore({ path })
  expect(textsOf(path)).toEqual([])
  expect((await checkStore({ path })).problems).toEqual([])
})

test('a damaged text is reported for each of its sessions, and is not used for new ones', async () => {
  const path = newPath()
  await writeSessions(path, ['first', 'a', 'b'])
  const damage = "update shared_texts set text = replace(text, 'everything', 'the coffee') where text like 'You know%'"
  change(path, damage)
  {
    await using store = await createSqliteStore({ path })
    await expect(store.sessions.get('a')).rejects.toMatchObject({
      kind: 'corrupt',
      message: expect.stringContaining('session a'),
    })
    expect(await store.sessions.get('first')).toMatchObject({ systemPrompt })
  }
  for (const depth of ['quick', 'full'] as const) {
    expect((await checkStore({ path, depth })).problems.map(({ text }) => text)).toEqual([
      'The stored record of session a was changed by damage.',
      'The stored record of session b was changed by damage.',
      expect.stringMatching(/^The stored text \S{43} was changed by damage.$/),
    ])
  }

  const { remaining, recovery } = await repairStore({ path })
  expect(remaining).toEqual([])
  expect(recovery?.losses).toEqual(
    ['a', 'b'].map((id) => `The stored record of session ${id} was damaged, and is kept as far as it can be read.`),
  )
  await writeSessions(path, ['second', 'c'])
  await using store = await createSqliteStore({ path })
  expect(await store.sessions.get('c')).toMatchObject({ systemPrompt, notes })
  const read = await store.sessions.get('a')
  expect(read).toMatchObject({ systemPrompt: systemPrompt.replaceAll('everything', 'the coffee'), notes })
})

test('a missing text is an error rather than an empty text', async () => {
  const path = newPath()
  await writeSessions(path, ['first', 'a', 'b'])
  change(path, "delete from shared_texts where text like 'You know%'")
  {
    await using store = await createSqliteStore({ path })
    await expect(store.sessions.get('b')).rejects.toMatchObject({
      kind: 'corrupt',
      message: 'A part of the stored record of session b is missing: repair the store, or restore a backup.',
    })
  }
  expect((await checkStore({ path })).problems).toHaveLength(2)
  const { remaining, recovery } = await repairStore({ path })
  expect(remaining).toEqual([])
  expect(recovery?.losses).toHaveLength(2)
  await using store = await createSqliteStore({ path })
  const record = await store.sessions.get('b')
  expect(record).toMatchObject({ notes })
  expect(record).not.toHaveProperty('systemPrompt')
})
