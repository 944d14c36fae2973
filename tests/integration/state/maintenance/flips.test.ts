import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type NewMessage, type SessionRecord, type SessionStore, type StoredMessage, StoreError } from '@hermes/core'
import { checkStore, createSqliteStore, repairStore } from '@hermes/state'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createRandom } from '../crash-plan.js'
import { say, storeFolder } from './fixtures.js'

/* Single bits of a closed store are flipped, and it is used as before: nothing but what was stored may be returned. */

vi.setConfig({ testTimeout: 300_000 })

const flips = 40 * inject('effort')
const repairs = 3 * inject('effort')
const pageBytes = 4096
const { newPath } = storeFolder()

const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'read_file', arguments: '{"path":"tea.md"}' },
} as const
const talk: readonly NewMessage[] = [
  say('Where is the tea?', 1_700_000_000_123),
  { message: { role: 'assistant', content: null, tool_calls: [call], reasoning: 'It may be listed.' }, timestampMs: 2 },
  {
    message: { role: 'tool', tool_call_id: 'call_1', name: 'read_file', content: 'a tin of tea, 茶\n'.repeat(900) },
    timestampMs: 3,
  },
  { message: { role: 'assistant', content: 'In the tin.' }, timestampMs: 4, finishReason: 'stop', tokenCount: 3 },
  { message: { role: 'user', content: [{ type: 'text', text: 'And the kettle? 🫖' }] }, timestampMs: 5 },
]

const session = {
  source: 'cli',
  startedAtMs: 1,
  model: 'large',
  workingDirectory: '/home/ada/tea',
  systemPrompt: 'You know where everything is. '.repeat(80),
} as const

interface Conversation {
  readonly messages: readonly StoredMessage[]
  readonly record: Partial<SessionRecord>
}

type Content = Readonly<Record<string, Conversation>>

async function contentOf(store: SessionStore): Promise<Content> {
  return { tea: await conversation(store, 'tea'), more: await conversation(store, 'more') }
}

async function conversation(store: SessionStore, id: string): Promise<Conversation> {
  const record = await store.sessions.get(id)
  const { title, systemPrompt, notes, model, workingDirectory, startedAtMs } = record ?? {}
  return {
    messages: await store.messages.load(id),
    record: Object.fromEntries(Object.entries({ title, systemPrompt, notes, model, workingDirectory, startedAtMs })),
  }
}

let original: string
let whole: Content
/** The pages of the sessions, of their common texts, of the messages, and of the index that leads to them. */
let pages: readonly number[]

beforeAll(async () => {
  original = newPath()
  {
    await using store = await createSqliteStore({ path: original })
    for (const id of ['tea', 'more']) await store.sessions.create({ ...session, id, title: `about ${id}` })
    await store.messages.append('tea', talk)
    for (let number = 0; number < 12; number++) await store.messages.append('more', [say(`cup ${number} `.repeat(60))])
    whole = await contentOf(store)
  }
  const database = new DatabaseSync(original)
  const rows = database
    .prepare(
      "select pageno from dbstat where name in ('messages', 'idx_messages_session_id', 'sessions', 'shared_texts')",
    )
    .all()
  pages = rows.map(({ pageno }) => Number(pageno))
  database.close()
})

/** Creates a copy with one flipped bit. */
function flipped(random: () => number): string {
  const path = newPath()
  copyFileSync(original, path)
  const bytes = readFileSync(path)
  const page = pages[Math.floor(random() * pages.length)] ?? 1
  const at = (page - 1) * pageBytes + Math.floor(random() * pageBytes)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  writeFileSync(path, bytes)
  return path
}

/** Uses a store. @returns its content, or the reported damage. */
async function use(path: string): Promise<Content | StoreError> {
  try {
    await using store = await createSqliteStore({ path })
    return await contentOf(store)
  } catch (error) {
    if (StoreError.is(error) && error.kind === 'corrupt') return error
    throw error
  }
}

describe('one flipped bit', () => {
  test('is reported or harmless, in use and in a check', async () => {
    const random = createRandom(inject('effort'))
    const seen = { told: 0, harmless: 0 }
    for (let round = 0; round < flips; round++) {
      const path = flipped(random)
      const problems = (await checkStore({ path, depth: 'quick' })).problems
      const outcome = await use(path)
      if (StoreError.is(outcome)) {
        expect(problems, outcome.message).not.toEqual([])
        seen.told++
      } else {
        expect(outcome).toEqual(whole)
        seen.harmless++
      }
    }
    expect(seen.told).toBeGreaterThan(flips / 20)
    expect(seen.harmless).toBeGreaterThan(0)
  })

  test('is repaired exactly when it is in a text', async () => {
    const random = createRandom(7)
    let repaired = 0
    while (repaired < repairs) {
      const path = flipped(random)
      const told = await use(path)
      if (!StoreError.is(told) || !/^The stored (message \d+|record) of session \w+ was changed/.test(told.message))
        continue
      const { remaining, recovery } = await repairStore({ path })
      expect(remaining).toEqual([])
      const after = await use(path)
      // A damaged number cannot be restored, and is named.
      if (recovery?.losses.length === 0) expect(after).toEqual(whole)
      else expect(recovery?.losses.join(' ')).toMatch(/The stored (message \d+|record) of session \w+ was damaged/)
      repaired++
    }
  })
})
