import type { Database } from 'better-sqlite3'
import { wordsOf } from './counter.js'

/** What is looked at: so many runs of messages, from the oldest to the newest, and so much of each message. */
const runs = 16
const runLength = 48
const textLength = 2_000
/** Up to so many messages the index itself is asked for all words that begin so: it gathers them before it gives the first. */
const fewMessages = 20_000
const mostWords = 48

/** @returns the words that begin with it, the most common first, where too many messages have them to gather all; else `undefined`. */
export type FindCommonWords = (prefix: string) => readonly string[] | undefined

/**
 * Tells common beginnings of words from rare ones by a sample of the messages. It is taken when it is first needed.
 * The reader of one search: what it saw is not kept.
 */
export function createFindCommonWords(database: Database): FindCommonWords {
  let sample: readonly ReadonlySet<string>[] | undefined
  let newest = 0
  return (prefix) => {
    newest ||= database.prepare<[], number | null>('select max(id) from messages').pluck().get() ?? 0
    if (newest <= fewMessages) return undefined
    sample ??= takeSample(database, newest)
    const counts = new Map<string, number>()
    let hits = 0
    for (const words of sample) {
      const begun = [...words].filter((word) => word.startsWith(prefix))
      if (begun.length > 0) hits++
      for (const word of begun) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    if ((hits / sample.length) * newest <= fewMessages) return undefined
    return [...counts]
      .sort(([, left], [, right]) => right - left)
      .slice(0, mostWords)
      .map(([word]) => word)
  }
}

function takeSample(database: Database, newest: number): readonly ReadonlySet<string>[] {
  const select = database
    .prepare<[number, number], string | null>(
      `select substr(coalesce(search_text, searchable, content), 1, ${textLength}) from messages where id > ? and id <= ?`,
    )
    .pluck()
  const ends = Array.from({ length: runs }, (_, index) => Math.floor((newest * (index + 1)) / runs))
  return ends.flatMap((end) => select.all(end - runLength, end)).map((text) => new Set(wordsOf(text ?? '')))
}
