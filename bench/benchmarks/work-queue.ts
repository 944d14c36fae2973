import Database from 'better-sqlite3'
import pg from 'pg'
import type { WorkQueue } from '../../packages/core/dist/doors/queue.js'
import { findPostgres, startPostgres } from '../../tests/integration/state-postgres/postgres-server.ts'
import type { Benchmark, Figures } from '../benchmark.ts'
import { createProductStore } from '../product.ts'

const lanes = 100
const concurrency = 16
const payload = { text: 'A message of the length that most messages have. '.repeat(6) }
const bin = findPostgres()

/** Measures items that are put, claimed and done. */
export const workQueue: Benchmark = {
  id: 'work-queue',
  title: `5000 items in ${lanes} lanes put, claimed ${concurrency} at a time and done, synchronous = NORMAL`,
  rounds: 5,
  floor: 'floor-batched',
  contenders: {
    'floor-batched': async ({ folder }) => rawSqlite(`${folder}/state.db`, 5000),
    hermes: async ({ folder }) => {
      const { queue } = await createProductStore(`${folder}/state.db`, 'NORMAL')
      return workOff(queue, 5000, 1)
    },
  },
  targets: [{ contender: 'hermes', figure: 'itemUs', limit: 200 }],
}

export const postgresWorkQueue: Benchmark = {
  id: 'postgres-work-queue',
  title: `2000 items in ${lanes} lanes put in PostgreSQL, claimed by 4 workers and done; durable`,
  rounds: 5,
  floor: 'floor-batched',
  contenders: {
    'floor-batched': async () => rawPostgres(await startServer(), 2000),
    hermes: async () => {
      const { createPostgresStore } = await import('../../packages/state/dist/postgres/index.js')
      const { queue } = await createPostgresStore({ url: await startServer() })
      return workOff(queue, 2000, 4)
    },
  },
  targets: [{ contender: 'hermes', figure: 'itemUs', limit: 1000 }],
  ...(bin === undefined && { unavailable: 'because PostgreSQL is not installed here' }),
}

function workOff(queue: WorkQueue | undefined, count: number, workers: number): () => Promise<Figures> {
  if (!queue) throw new Error('The store has no work queue.')
  let round = 0
  return () => {
    round++
    return timed(count, async () => {
      const numbers = Array.from({ length: count }, (_, number) => number)
      await Promise.all(
        numbers.map((number) =>
          queue.put({ queue: 'bench', lane: String(number % lanes), id: `${round}/${number}`, payload }),
        ),
      )
      const stop = new AbortController()
      let done = 0
      const handle = async () => {
        if (++done === count) stop.abort()
      }
      const work = () => queue.work('bench', handle, { signal: stop.signal, concurrency })
      await Promise.all(Array.from({ length: workers }, work))
    })
  }
}

/**
 * Runs three statements per item, in as many transactions as the queue uses, without lanes, claims, retries or other
 * processes.
 */
function rawSqlite(path: string, count: number): () => Promise<Figures> {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec('create table items (id text primary key, lane text, payload text, status text)')
  const put = database.prepare("insert into items values (?, ?, ?, 'waiting')")
  const move = database.prepare('update items set status = ? where id = ?')
  const inBatches = (size: number, work: (number: number) => void) => {
    const batch = database.transaction((start: number) => {
      for (let number = start; number < Math.min(count, start + size); number++) work(number)
    })
    for (let start = 0; start < count; start += size) batch.immediate(start)
  }
  let round = 0
  return () => {
    round++
    const idOf = (number: number) => `${round}/${number}`
    return timed(count, async () => {
      inBatches(64, (number) => put.run(idOf(number), String(number % lanes), JSON.stringify(payload)))
      inBatches(concurrency, (number) => {
        move.run('claimed', idOf(number))
        move.run('done', idOf(number))
      })
    })
  }
}

/** Puts, claims and finishes a batch with one statement each, each in its own transaction. */
async function rawPostgres(url: string, count: number): Promise<() => Promise<Figures>> {
  const pool = new pg.Pool({ connectionString: url })
  await pool.query('create table items (id text primary key, lane text, payload text, status text)')
  let round = 0
  return () => {
    round++
    const ids = Array.from({ length: count }, (_, number) => `${round}/${number}`)
    return timed(count, async () => {
      for (let start = 0; start < count; start += 500) {
        const text = "insert into items select id, 'lane', $2, 'waiting' from unnest($1::text[]) as id"
        await pool.query(text, [ids.slice(start, start + 500), JSON.stringify(payload)])
      }
      const claim = `update items set status = 'claimed' where id in (
        select id from items where status = 'waiting' limit ${concurrency} for update skip locked) returning id`
      const work = async () => {
        for (;;) {
          const { rows } = await pool.query<{ id: string }>(claim)
          if (rows.length === 0) return
          await pool.query("update items set status = 'done' where id = any($1)", [rows.map(({ id }) => id)])
        }
      }
      await Promise.all([work(), work(), work(), work()])
    })
  }
}

/** Starts a server that ends with this process. */
async function startServer(): Promise<string> {
  return (await startPostgres(bin ?? '')).url('postgres')
}

async function timed(count: number, work: () => Promise<void>): Promise<Figures> {
  const startedAt = performance.now()
  await work()
  const tookMs = performance.now() - startedAt
  return { itemUs: (1000 * tookMs) / count, perSecond: (1000 * count) / tookMs }
}
