import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NewMessage, textOf } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { afterAll } from 'vitest'

/** Creates a temporary folder for the stores of a test file. */
export function storeFolder(): { readonly root: string; readonly newPath: () => string } {
  const root = mkdtempSync(join(tmpdir(), 'hermes-care-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const newPath = () => {
    const folder = join(root, randomUUID())
    mkdirSync(folder)
    return join(folder, 'state.db')
  }
  return { root, newPath }
}

export const say = (content: string, timestampMs = 1): NewMessage => ({
  message: { role: 'user', content },
  timestampMs,
})

/** The texts of all messages, by session. */
export type Texts = Readonly<Record<string, readonly string[]>>

/** Writes messages of all sizes, some of many pages, in sessions named `s0`, `s1`, ... */
export async function writeConversations(path: string, { sessions = 4, messages = 50 } = {}): Promise<Texts> {
  await using store = await createSqliteStore({ path, synchronous: 'NORMAL' })
  const texts: Record<string, string[]> = {}
  for (let session = 0; session < sessions; session++) {
    const id = `s${session}`
    const systemPrompt = `You are number ${session}. `.repeat(400)
    await store.sessions.create({ id, source: 'cli', title: `talk ${session}`, systemPrompt, startedAtMs: 1000 })
    const said = Array.from({ length: messages }, (_, number) => textFor(session, number))
    texts[id] = said
    await Promise.all(said.map((content, number) => store.messages.append(id, [say(content, 1000 + number)])))
  }
  return texts
}

function textFor(session: number, number: number): string {
  const length = number % 10 === 9 ? 300 : number % 3 === 2 ? 40 : 3
  return `message ${session}/${number}: ${`the kettle of session ${session} sings. 日本語 `.repeat(length)}`
}

export async function textsOf(path: string): Promise<Texts> {
  await using store = await createSqliteStore({ path })
  const texts: Record<string, readonly string[]> = {}
  for (const { id } of await store.sessions.find()) {
    const loaded = await store.messages.load(id)
    texts[id] = loaded.map(({ message }) => textOf(message.content))
  }
  return texts
}
