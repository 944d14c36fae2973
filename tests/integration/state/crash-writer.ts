// Writes until it is killed, and prints the number of each acknowledged append.
// Runs as a separate Node process on the built packages.
import { writeSync } from 'node:fs'
import { type SessionStore, StoreError } from '@hermes/core'
import { createSqliteStore } from '@hermes/state'
import { createPostgresStore } from '@hermes/state/postgres'
import { type Step, sharedPrompt, sharedSession, stepsOf, type WriterOptions } from './crash-plan.ts'

const options: WriterOptions = JSON.parse(process.argv[2] ?? '')
/** The maximum number of appends that are not awaited: the store must keep their order. */
const mostPending = 4

const { store: place } = options

async function open(): Promise<SessionStore> {
  if ('path' in place) return createSqliteStore(place)
  for (;;) {
    try {
      return await createPostgresStore(place)
    } catch (error) {
      // The test also stops and restarts the server.
      if (!(StoreError.is(error) && error.kind === 'unavailable')) throw error
    }
  }
}

async function ensureSession(store: SessionStore, id: string): Promise<void> {
  await store.sessions
    .create({ id, source: 'cli', startedAtMs: Date.now(), systemPrompt: sharedPrompt })
    .catch((error: unknown) => {
      if (!(StoreError.is(error) && error.kind === 'conflict')) throw error
    })
}

async function append(store: SessionStore, { number, session, contents }: Step & { type: 'append' }): Promise<void> {
  const timestampMs = Date.now()
  await store.messages.append(
    session,
    contents.map((content) => ({ message: { role: 'user', content }, timestampMs })),
  )
  // Unbuffered, so that an acknowledgement is visible even if the process dies immediately.
  writeSync(1, `${number}\n`)
}

async function forget(store: SessionStore, { session: id, content }: Step & { type: 'forget' }): Promise<void> {
  await ensureSession(store, id)
  await store.messages.append(id, [{ message: { role: 'user', content }, timestampMs: Date.now() }])
  await store.sessions.delete(id)
}

let store = await open()
await ensureSession(store, options.slot)
await ensureSession(store, sharedSession)
let pending: Promise<void>[] = []
for (const step of stepsOf(options)) {
  if (step.type === 'append') pending.push(append(store, step))
  if (step.type === 'append' && pending.length < mostPending) continue
  await Promise.all(pending)
  pending = []
  if (step.type === 'forget') await forget(store, step)
  if (step.type === 'reopen') {
    await store[Symbol.asyncDispose]()
    store = await open()
  }
}
