import type { Database } from 'better-sqlite3'
import { createWordFinder, fold } from './counter.js'

/** What is looked at: so many runs of messages, from the oldest to the newest, and so much of each message. */
const runs = 16
const runLength = 32
const textLength = 1_500
/** Up to so many messages the index itself is asked for all words that begin so: it gathers them before it gives the first. */
const defaultMostGathered = 20_000
const mostWords = 48

/** @returns the words that begin with it, the most common first, where too many messages have them to gather all; else `undefined`. */
export type FindCommonWords = (beginning: string) => readonly string[] | undefined

/** Tells common beginnings of words from rare ones by a sample of the messages, which is taken when it is first needed. */
export function createFindCommonWords(database: Database, mostGathered = defaultMostGathered): FindCommonWords {
  const newest = lazily(() => database.prepare<[], number | null>('select max(id) from messages').pluck().get() ?? 0)
  const sample = lazily(() => takeSample(database, newest()))
  return (beginning) => {
    if (newest() <= mostGathered) return undefined
    const found = sample().map(createWordFinder(beginning))
    const hits = found.filter(({ size }) => size > 0).length
    if ((hits / found.length) * newest() <= mostGathered) return undefined
    return byFrequency(found).slice(0, mostWords)
  }
}

/** Of each run, as the index has the words. */
function takeSample(database: Database, newest: number): readonly string[] {
  const select = database
    .prepare<[number, number], string | null>(
      `select substr(coalesce(search_text, searchable, content), 1, ${textLength}) from messages where id > ? and id <= ?`,
    )
    .pluck()
  const ends = Array.from({ length: runs }, (_, index) => Math.floor((newest * (index + 1)) / runs))
  return ends.flatMap((end) => select.all(end - runLength, end)).map((text) => fold(text ?? ''))
}

function byFrequency(sets: readonly ReadonlySet<string>[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const word of sets.flatMap((set) => [...set])) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left).map(([word]) => word)
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
