import pg from 'pg'
import { findPostgres, startPostgres } from '../../tests/integration/state-postgres/postgres-server.ts'
import type { Benchmark, Figures } from '../benchmark.ts'
import { fillStore } from '../messages.ts'
import { createProductStore } from '../product.ts'

const bin = findPostgres()
const unavailable = bin === undefined ? 'because PostgreSQL is not installed here' : undefined
const content = 'A message of the length that most messages have. '.repeat(6)
const message = { role: 'user', content } as const
const count = 500
const sessions = 20

export const postgresAppend: Benchmark = {
  id: 'postgres-append',
  title: `${count} messages stored in PostgreSQL one by one, and by ${sessions} sessions at once; durable`,
  rounds: 5,
  floor: 'floor-counted',
  contenders: {
    'floor-counted': rawInsert,
    hermes: async () => {
      const store = await openStore()
      await store.sessions.create({ id: 'bench', source: 'library', startedAtMs: 1 })
      return () => timed(count, () => store.messages.append('bench', [{ message, timestampMs: 1 }]))
    },
    'hermes-at-once': async () => {
      const store = await openStore()
      const ids = Array.from({ length: sessions }, (_, number) => `bench-${number}`)
      for (const id of ids) await store.sessions.create({ id, source: 'library', startedAtMs: 1 })
      return async () => {
        const startedAt = performance.now()
        const append = (id: string) => store.messages.append(id, [{ message, timestampMs: 1 }])
        await Promise.all(ids.map((id) => timed(count / sessions, () => append(id))))
        return { perSecond: (1000 * count) / (performance.now() - startedAt) }
      }
    },
    sqlite: async ({ folder }) => {
      const store = await createProductStore(`${folder}/state.db`, 'FULL')
      await store.sessions.create({ id: 'bench', source: 'library', startedAtMs: 1 })
      return () => timed(count, () => store.messages.append('bench', [{ message, timestampMs: 1 }]))
    },
  },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 2, against: 'floor-counted' }],
  ...(unavailable !== undefined && { unavailable }),
}

/** Larger numbers take long to create: `HERMES_BENCH_MESSAGES=1000000 pnpm bench postgres-search`. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of turbo runs it
const searched = Number(process.env.HERMES_BENCH_MESSAGES ?? 20_000)
const texts = [
  'needle',
  'absent',
  'deploy',
  'the',
  'function error',
  '"the function"',
  'error NOT the',
  'func*',
  '天気予報',
  '天',
  'C++',
]

export const postgresSearch: Benchmark = {
  id: 'postgres-search',
  title: `${searched} messages in PostgreSQL searched for the best 20: words, phrases, beginnings, parts of words`,
  rounds: 3,
  warmUps: 1,
  floor: 'sqlite',
  contenders: {
    sqlite: async ({ folder }) => searches(await createProductStore(`${folder}/state.db`, 'NORMAL')),
    hermes: async () => searches(await openStore()),
  },
  targets: [{ contender: 'hermes', figure: 'p99Ms', limit: 100 }],
  ...(unavailable !== undefined && { unavailable }),
}

async function searches(store: Awaited<ReturnType<typeof openStore>>): Promise<() => Promise<Figures>> {
  await fillStore(store, searched)
  return () => {
    let next = 0
    return timed(texts.length * 10, async () => {
      const text = texts[next++ % texts.length] ?? ''
      await store.search?.find({ text, limit: 20 })
    })
  }
}

/** Runs only the store's statements per message: update the session's counter, insert the message, commit. */
async function rawInsert(): Promise<() => Promise<Figures>> {
  const url = await startServer()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table sessions (id text primary key, message_count bigint default 0, active float8)')
  await client.query(
    'create table messages (id bigint generated always as identity primary key, session_id text references sessions, role text, content text, timestamp float8)',
  )
  await client.query("insert into sessions (id) values ('bench')")
  return () =>
    timed(count, async () => {
      await client.query('begin')
      await client.query('update sessions set message_count = message_count + 1, active = $1 where id = $2', [
        1,
        'bench',
      ])
      await client.query(
        'insert into messages (session_id, role, content, timestamp) values ($1, $2, $3, $4) returning id',
        ['bench', 'user', content, 1],
      )
      await client.query('commit')
    })
}

async function openStore() {
  const url = await startServer()
  const { createPostgresStore } = await import('../../packages/state/dist/postgres/index.js')
  return createPostgresStore({ url })
}

/** Starts a server that ends with this process. */
async function startServer(): Promise<string> {
  return (await startPostgres(bin ?? '')).url('postgres')
}

async function timed(times: number, work: () => Promise<unknown>): Promise<Figures> {
  const taken: number[] = []
  for (let index = 0; index < times; index++) {
    const startedAt = performance.now()
    await work()
    taken.push(performance.now() - startedAt)
  }
  const sorted = taken.toSorted((left, right) => left - right)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return { perSecond: (1000 * times) / taken.reduce((sum, time) => sum + time, 0), p50Ms: at(0.5), p99Ms: at(0.99) }
}
