// A process that stores messages concurrently with others, and prints the duration of each write. Its options are JSON.
import { setTimeout as delay } from 'node:timers/promises'
import type { WriterOptions } from './benchmarks/writers.ts'

const { path, name, count, pauseMs, kind }: WriterOptions = JSON.parse(process.argv[2] ?? '')
const content = 'A message of the length that most messages have. '.repeat(6)

const append = await (kind === 'raw' ? rawAppend() : storeAppend())
const times: number[] = []
for (let index = 0; index < count; index++) {
  if (pauseMs > 0) await delay(Math.random() * 2 * pauseMs)
  const start = performance.now()
  await append()
  times.push(performance.now() - start)
}
process.stdout.write(JSON.stringify(times))
process.exit(0)

async function storeAppend(): Promise<() => Promise<unknown>> {
  const { createProductStore } = await import('./product.ts')
  const store = await createProductStore(path, 'NORMAL')
  await store.sessions.create({ id: name, source: 'library', startedAtMs: 1 })
  const message = { role: 'user', content } as const
  return () => store.messages.append(name, [{ message, timestampMs: 1 }])
}

/** Appends with the busy handler of SQLite, which blocks the process. */
async function rawAppend(): Promise<() => unknown> {
  const { default: Database } = await import('better-sqlite3')
  const database = new Database(path, { timeout: 5000 })
  database.pragma('synchronous = NORMAL')
  const insert = database.prepare('insert into messages (session_id, role, content, timestamp) values (?, ?, ?, ?)')
  const update = database.prepare(
    'update sessions set message_count = message_count + 1, last_activity_at = max(last_activity_at, ?) where id = ?',
  )
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  database
    .prepare("insert into sessions (id, source, started_at, last_activity_at) values (?, 'library', 1, 1)")
    .run(name)
  return () => {
    begin.run()
    update.run(0.001, name)
    insert.run(name, 'user', content, 0.001)
    commit.run()
  }
}
