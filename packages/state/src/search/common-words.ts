import { lazily } from '@hermes/safety'
import type { Database } from '../connection/driver/database.js'
import { createWordFinder, fold } from './counter.js'

/** Size of the sample: this many runs of messages, from the oldest to the newest, and this many characters of each message. */
const runs = 16
const runLength = 32
const textLength = 1_500
/**
 * Number of messages up to which the index expands a prefix itself. It collects all matches before it returns the first
 * one.
 */
const defaultMostGathered = 20_000
const mostWords = 48

/** Finds words with a prefix. @returns the most frequent ones if too many messages contain such words; otherwise `undefined`. */
export type FindCommonWords = (beginning: string) => readonly string[] | undefined

/** Creates a function that finds frequent prefixes in a sample of the messages, which is taken on first use. */
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

/** Returns the texts of all runs, folded like the index. */
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
