import Database from 'better-sqlite3'
import type { Benchmark, Figures, Place, Prepare } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

type Durability = 'FULL' | 'NORMAL'

interface Options {
  readonly durability: Durability
  readonly count: number
}

const content = 'A message of the length that most messages have. '.repeat(6)

export const append: Benchmark = {
  id: 'append',
  title: '2000 messages stored one by one, synchronous = NORMAL',
  rounds: 7,
  floor: 'floor-insert',
  contenders: contenders({ durability: 'NORMAL', count: 2000 }),
  targets: [
    { contender: 'hermes', figure: 'wallMs', limit: 1.25, against: 'floor-insert' },
    { contender: 'hermes', figure: 'wallMs', limit: 1.25, against: 'floor-counted' },
    { contender: 'hermes', figure: 'p99Ms', limit: 1 },
  ],
}

export const appendFull: Benchmark = {
  id: 'append-full',
  title: '500 messages stored one by one, synchronous = FULL (the default)',
  rounds: 7,
  floor: 'floor-insert',
  contenders: contenders({ durability: 'FULL', count: 500 }),
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 1.25, against: 'floor-insert' }],
}

function contenders(options: Options): Benchmark['contenders'] {
  return {
    'floor-insert': rawInsert(options, { isCounted: false }),
    'floor-counted': rawInsert(options, { isCounted: true }),
    hermes: async ({ folder }) => {
      const store = await createProductStore(`${folder}/state.db`, options.durability)
      const id = await createSession(store)
      const message = { role: 'user', content } as const
      return () => timed(options.count, () => store.messages.append(id, [{ message, timestampMs: 1 }]))
    },
  }
}

/** Prepares an INSERT into the same tables. `counted` also updates the session's counters in the same transaction. */
function rawInsert({ durability, count }: Options, { isCounted }: { readonly isCounted: boolean }): Prepare {
  return async ({ folder }: Place) => {
    const path = `${folder}/state.db`
    const store = await createProductStore(path, durability)
    const id = await createSession(store)
    await store[Symbol.asyncDispose]()
    const database = new Database(path)
    database.pragma(`synchronous = ${durability}`)
    const insert = database.prepare('insert into messages (session_id, role, content, timestamp) values (?, ?, ?, ?)')
    const add = () => insert.run(id, 'user', content, 0.001)
    if (!isCounted) return () => timed(count, add)
    const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
    const update = database.prepare(
      'update sessions set message_count = message_count + 1, last_activity_at = max(last_activity_at, ?) where id = ?',
    )
    return () =>
      timed(count, () => {
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

async function timed(count: number, add: () => unknown): Promise<Figures> {
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await add()
    times.push(performance.now() - start)
  }
  const perSecond = (1000 * count) / times.reduce((sum, time) => sum + time, 0)
  const p99Ms = times.sort((left, right) => left - right)[Math.floor(count * 0.99)] ?? Number.NaN
  return { perSecond, p99Ms }
}
