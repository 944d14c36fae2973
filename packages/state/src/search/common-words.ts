import { lazily } from '@hermes/safety'
import type { Database } from '../connection/driver/database.js'
import { createWordFinder, fold } from './counter.js'

/** The sample: this many runs of messages, from the oldest to the newest, and this many characters of each message. */
const runs = 16
const runLength = 32
const textLength = 1_500
/**
 * Up to this many messages the index expands the prefix itself. It collects all matches before it returns the first
 * one.
 */
const defaultMostGathered = 20_000
const mostWords = 48

/** @returns the most frequent words with that prefix, when too many messages contain them; otherwise `undefined`. */
export type FindCommonWords = (beginning: string) => readonly string[] | undefined

/** Finds frequent prefixes in a sample of the messages, which is taken at the first use. */
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

/** The words of each run in the form of the index. */
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
