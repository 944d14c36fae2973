import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { checkStore, createSqliteStore, optimizeStore } from '@hermes/state'
import { expect, test, vi } from 'vitest'
import { storeFolder, textsOf, writeConversations } from './fixtures.js'

// Each test reads and writes whole files, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

const { newPath } = storeFolder()
const dayMs = 86_400_000
const now = () => 1000 * dayMs

const output = (word: string) =>
  `${word}head ${'a line of the build log\n'.repeat(2000)} ${word}middle ${'ok '.repeat(5000)}${word}tail`

async function withOutputs(path: string) {
  await using store = await createSqliteStore({ path })
  for (const [id, lastActivityMs] of [
    ['old', now() - 31 * dayMs],
    ['young', now() - 29 * dayMs],
  ] as const) {
    await store.sessions.create({ id, source: 'cli', startedAtMs: 1 })
    const result = { role: 'tool', tool_call_id: 'c', name: 'terminal', content: output(id) } as const
    const parts = { role: 'tool', tool_call_id: 'd', content: [{ type: 'text', text: output(`${id}parts`) }] } as const
    const said = { role: 'user', content: output(`${id}user`) } as const
    await store.messages.append(
      id,
      [result, parts, said].map((message) => ({ message, timestampMs: lastActivityMs })),
    )
  }
  return Promise.all(['old', 'young'].map((id) => store.messages.load(id)))
}

function bytesOfOutputs(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare("select sum(octet_length(content)) as bytes from messages where role = 'tool'").get()
  database.close()
  return Number(row?.bytes)
}

test('compresses large outputs of old conversations, and returns them unchanged', async () => {
  const path = newPath()
  const before = await withOutputs(path)
  const steps: string[] = []
  const report = await optimizeStore({ path, now, onProgress: (step) => steps.push(step) })
  expect(report).toMatchObject({ compressedMessages: 2 })
  expect(bytesOfOutputs(path)).toBeLessThan(output('young').length * 2.5)
  expect(steps).toEqual(['search', 'compress', 'vacuum', 'log'])

  await using store = await createSqliteStore({ path })
  expect(await Promise.all(['old', 'young'].map((id) => store.messages.load(id)))).toEqual(before)
  const found = async (text: string) =>
    ((await store.search?.find({ text })) ?? []).map(({ message }) => message.sessionId)
  expect(await found('oldhead')).toEqual(['old'])
  expect(await found('oldtail')).toEqual(['old'])
  expect(await found('oldusermiddle')).toEqual(['old'])
  expect(await found('youngtail')).toEqual(['young'])
  expect((await checkStore({ path })).problems).toEqual([])
  expect(await optimizeStore({ path, now })).toMatchObject({ compressedMessages: 0 })
  await store.sessions.delete('old')
  expect(await found('oldhead')).toEqual([])
  expect((await checkStore({ path })).problems).toEqual([])
})

test('finds a damaged compressed text', async () => {
  const path = newPath()
  await withOutputs(path)
  await optimizeStore({ path, now })
  const database = new DatabaseSync(path)
  database.exec(`update messages set content = substr(content, 1, length(content) - 8) where typeof(content) = 'blob'`)
  database.close()
  expect((await checkStore({ path })).problems).toEqual([
    { kind: 'content', text: '2 values of messages are damaged.', repairable: true },
    { kind: 'content', text: 'The stored message 1 of session old was changed by damage.', repairable: true },
    { kind: 'content', text: 'The stored message 2 of session old was changed by damage.', repairable: true },
  ])
  await using store = await createSqliteStore({ path })
  await expect(store.messages.load('old')).rejects.toMatchObject({ kind: 'corrupt' })
})

test('shrinks a file with much free space, even while it is in use', async () => {
  const path = newPath()
  const texts = await writeConversations(path, { sessions: 6, messages: 60 })
  await using store = await createSqliteStore({ path })
  expect(await optimizeStore({ path, now: () => 0 })).toMatchObject({ vacuumed: false })
  for (const id of ['s1', 's2', 's3', 's4', 's5']) await store.sessions.delete(id)
  const size = statSync(path).size
  const report = await optimizeStore({ path, now: () => 0 })
  expect(report.vacuumed).toBe(true)
  expect(statSync(path).size).toBeLessThan(size / 2)
  expect(await textsOf(path)).toEqual({ s0: texts.s0 })
  expect((await store.messages.load('s0')).map(({ message }) => message.content)).toEqual(texts.s0)
})
