import Database from 'better-sqlite3'
import type { Benchmark, Figures } from '../benchmark.ts'
import { shareMessages } from '../messages.ts'
import { createProductStore } from '../product.ts'

const count = 100_000
const limit = 20
const repeats = 10

/** From the rarest to what is in nearly every message, and what the index of words alone cannot answer. */
const queries = {
  words: [
    'needle',
    'w9876',
    'w500',
    'w20',
    'w1',
    'w20 w30',
    'w1 w2',
    '"w1 w2"',
    'w98*',
    'w2 OR w3',
    'w5 NOT w1',
    'absent',
  ],
  substrings: ['天気予報', '天気'],
} as const

export const searchMessages: Benchmark = {
  id: 'search-messages',
  title: `${count} messages searched for the best ${limit}: 12 queries of words, 2 of parts of words, ${repeats} times each`,
  rounds: 3,
  warmUps: 1,
  floor: 'floor-rank',
  contenders: {
    // What FTS5 does by itself, for queries of words that it understands as they are.
    'floor-rank': async ({ folder }) => {
      const database = new Database(await shareMessages(folder, count), { readonly: true })
      const find = database.prepare(
        `select m.* from messages_fts f join messages m on m.id = f.rowid
         where messages_fts match ? order by f.rank limit ${limit}`,
      )
      return () => timed(queries.words, (query) => find.all(query))
    },
    hermes: async ({ folder }) => {
      const find = await productSearch(folder)
      return () => timed(queries.words, find)
    },
    'hermes-parts': async ({ folder }) => {
      const find = await productSearch(folder)
      return () => timed(queries.substrings, find)
    },
  },
  targets: [
    { contender: 'hermes', figure: 'p99Ms', limit: 30 },
    { contender: 'hermes-parts', figure: 'p99Ms', limit: 30 },
  ],
}

async function productSearch(folder: string) {
  const store = await createProductStore(await shareMessages(folder, count), 'FULL')
  const { search } = store
  if (!search) throw new Error('The store cannot search.')
  return (text: string) => search.find({ text, limit })
}

async function timed(texts: readonly string[], find: (query: string) => unknown): Promise<Figures> {
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const text of texts) {
      const start = performance.now()
      await find(text)
      times.push(performance.now() - start)
    }
  }
  times.sort((left, right) => left - right)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1 - Number.EPSILON) }
}
