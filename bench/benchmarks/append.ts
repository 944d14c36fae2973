import Database from 'better-sqlite3'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

const count = 2000
const content = 'A message of the length that most messages have. '.repeat(6)

export const append: Benchmark = {
  id: 'append',
  title: '2000 messages stored one by one, synchronous = NORMAL',
  rounds: 7,
  floor: 'floor-insert',
  contenders: {
    'floor-insert': rawInsert({ isCounted: false }),
    'floor-counted': rawInsert({ isCounted: true }),
    hermes: async ({ folder }) => {
      const store = await createProductStore(`${folder}/state.db`, 'NORMAL')
      const id = await createSession(store)
      return () => timed(() => store.messages.append(id, [{ message: { role: 'user', content }, timestampMs: 1 }]))
    },
  },
  targets: [
    { contender: 'hermes', figure: 'wallMs', limit: 1.25, against: 'floor-insert' },
    { contender: 'hermes', figure: 'wallMs', limit: 1.25, against: 'floor-counted' },
    { contender: 'hermes', figure: 'p99Ms', limit: 1 },
  ],
}

/** A prepared INSERT into the same tables; counted: with the session's counters in the same transaction. */
function rawInsert({ isCounted }: { readonly isCounted: boolean }): Prepare {
  return async ({ folder }: Place) => {
    const path = `${folder}/state.db`
    const store = await createProductStore(path, 'NORMAL')
    const id = await createSession(store)
    await store[Symbol.asyncDispose]()
    const database = new Database(path)
    database.pragma('synchronous = NORMAL')
    const insert = database.prepare('insert into messages (session_id, role, content, timestamp) values (?, ?, ?, ?)')
    const add = () => insert.run(id, 'user', content, 0.001)
    if (!isCounted) return () => timed(add)
    const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
    const update = database.prepare(
      'update sessions set message_count = message_count + 1, last_activity_at = max(last_activity_at, ?) where id = ?',
    )
    return () =>
      timed(() => {
        begin.run()
        update.run(0.001, id)
        add()
        commit.run()
      })
  }
}

async function createSession(store: Awaited<ReturnType<typeof createProductStore>>): Promise<string> {
  const { id } = await store.sessions.create({ id: 'bench', source: 'library', startedAtMs: 1 })
  return id
}

async function timed(add: () => unknown): Promise<Figures> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await add()
    times.push(performance.now() - start)
  }
  const p99Ms = times.sort((left, right) => left - right)[Math.floor(count * 0.99)] ?? Number.NaN
  return { p99Ms }
}
