import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Benchmark, Figures } from '../benchmark.ts'
import { shareMessages } from '../messages.ts'
import { createProductStore } from '../product.ts'

/** A million messages take long to create: `HERMES_BENCH_MESSAGES=1000000 pnpm bench search-messages`. */
// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of turbo runs it
const count = Number(process.env.HERMES_BENCH_MESSAGES ?? 100_000)
const limit = 20
const repeats = 10
const limitMs = 30

type Query = Readonly<Record<string, unknown>> & { readonly text: string }

/** Words from the rarest to one in nearly every message. */
const words = [
  'needle',
  'absent',
  'deploy',
  'the',
  'function error',
  'needle the',
  '"the function"',
  'error OR needle',
  'error NOT the',
]
const text = (each: string): Query => ({ text: each })
const early = Date.UTC(2025, 0, 2)
const queries: Readonly<Record<string, readonly Query[]>> = {
  words: words.map(text),
  beginnings: ['needl*', 'func*', 'b*', 'ba* err*', 'needle func*', 'needle NOT func*'].map(text),
  signs: ['天気予報', '天気', '天', '一', '一 API', '🚀', 'C++', 'v1.2.3', '#123', 'src/ba'].map(text),
  filters: [
    { text: 'the', sources: ['email'] },
    { text: 'the', withoutSources: ['cron'] },
    { text: 'error', userId: 'user-7' },
    { text: 'the', roles: ['user'] },
    { text: 'the', sessionId: 'session-70' },
    { text: 'the', untilMs: early },
    { text: 'error', sinceMs: early, untilMs: early + 86_400_000, order: 'oldest' },
  ],
}

export const searchMessages: Benchmark = {
  id: 'search-messages',
  title: `${count} messages searched for the best ${limit}: words, their beginnings, signs, filters, each query ${repeats} times`,
  rounds: 3,
  warmUps: 1,
  floor: 'floor-rank',
  contenders: {
    // Plain FTS5 on the same texts, for queries of plain words.
    'floor-rank': async ({ folder }) => {
      const database = plainIndex(await shareMessages(folder, count), `${folder}/plain.db`)
      const find = database.prepare(
        `select m.* from plain f join state.messages m on m.id = f.rowid where plain match ? order by f.rank limit ${limit}`,
      )
      return async () => ({
        ...(await timed(words.map(text), (query) => find.all(query.text))),
        indexBytes: bytesOf(database, 'plain_data') / count,
      })
    },
    ...Object.fromEntries(
      Object.entries(queries).map(([kind, asked]) => [
        kind === 'words' ? 'hermes' : `hermes-${kind}`,
        async ({ folder }) => {
          const path = await shareMessages(folder, count)
          const { search } = await createProductStore(path, 'FULL')
          if (!search) throw new Error('The store cannot search.')
          const indexBytes = bytesOf(new Database(path, { readonly: true }), 'messages_fts_data') / count
          return async () => ({ ...(await timed(asked, (query) => search.find({ ...query, limit }))), indexBytes })
        },
      ]),
    ),
  },
  targets: Object.keys(queries).map((kind) => ({
    contender: kind === 'words' ? 'hermes' : `hermes-${kind}`,
    figure: 'p99Ms',
    limit: limitMs,
  })),
}

function plainIndex(state: string, path: string): Database.Database {
  const isMade = existsSync(path)
  const database = new Database(path)
  database.exec(`attach '${state.replaceAll("'", "''")}' as state`)
  if (!isMade) {
    database.exec(`create virtual table plain using fts5(content, content='')`)
    database.exec(`insert into plain(rowid, content) select id, content from state.messages`)
  }
  return database
}

function bytesOf(database: Database.Database, table: string): number {
  return Number(database.prepare('select sum(pgsize) from dbstat where name = ?').pluck().get(table))
}

async function timed(asked: readonly Query[], find: (query: Query) => unknown): Promise<Figures> {
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const query of asked) {
      const start = performance.now()
      await find(query)
      times.push(performance.now() - start)
    }
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1 - Number.EPSILON) }
}
