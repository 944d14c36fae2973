import type { FindingName, Match } from './finding.js'
import type { Word } from './words.js'

/** A sequence of words with optional gaps. Each step lists the words that match it. */
export interface Phrase {
  readonly name: FindingName
  readonly steps: readonly Step[]
}

interface Step {
  readonly words: ReadonlySet<string>
  /** Maximum number of other words before this one. */
  readonly gap: number
  /** Whether none of those words may be a negation. */
  readonly affirmed: boolean
}

const negations: ReadonlySet<string> = new Set(
  "not|no|never|don't|doesn't|mustn't|shouldn't|cannot|can't|nor".split('|'),
)

/** Named groups of words, used as `<name>` in a pattern. */
export type WordGroups = Readonly<Record<string, string>>

/**
 * Parses a pattern: words with alternatives (`print|show`), groups (`<ignore>`), `..3` for up to three arbitrary words
 * between two steps, and `..3!` for the same without a negation among them. The step `@` matches email addresses; it
 * cannot be the first one.
 */
export function phrase(name: FindingName, pattern: string, groups: WordGroups): Phrase {
  const steps: Step[] = []
  let gap = 0
  let affirmed = false
  for (const part of pattern.split(' ')) {
    if (part.startsWith('..')) {
      affirmed = part.endsWith('!')
      gap = Number(part.slice(2, affirmed ? -1 : undefined))
    } else {
      steps.push({ words: new Set(part.split('|').flatMap((word) => expand(word, groups))), gap, affirmed })
      gap = 0
      affirmed = false
    }
  }
  return { name, steps }
}

function expand(word: string, groups: WordGroups): readonly string[] {
  if (!word.startsWith('<')) return [word]
  return (groups[word.slice(1, -1)] ?? '').split('|').flatMap((member) => expand(member, groups))
}

/** Finds phrases, indexed by their first words. */
export interface PhraseFinder {
  find(words: readonly Word[]): readonly Match[]
}

export function createPhraseFinder(phrases: readonly Phrase[]): PhraseFinder {
  const byFirst = new Map<string, Phrase[]>()
  for (const each of phrases) {
    for (const word of each.steps[0]?.words ?? []) {
      const same = byFirst.get(word)
      if (same) same.push(each)
      else byFirst.set(word, [each])
    }
  }
  return {
    find(words) {
      const matches: Match[] = []
      words.forEach((word, index) => {
        const same = byFirst.get(word.text) ?? []
        const plain = word.plain === word.text ? [] : (byFirst.get(word.plain) ?? [])
        for (const each of plain.length === 0 ? same : new Set([...same, ...plain])) {
          const end = endOf(each, words, index)
          if (end) matches.push({ name: each.name, start: word.start, end: end.end })
        }
      })
      return matches
    },
  }
}

/** Follows all paths through the gaps at once, so the work is bounded by the sum of the gaps. */
function endOf({ steps }: Phrase, words: readonly Word[], first: number): Word | undefined {
  let places = [first]
  for (const { words: wanted, gap, affirmed } of steps.slice(1)) {
    const next = new Set<number>()
    for (const place of places) {
      for (let at = place + 1; at <= place + 1 + gap && at < words.length; at += 1) {
        const word = words[at]
        if (!word) break
        if (isWanted(wanted, word)) next.add(at)
        if (affirmed && negations.has(word.text)) break
      }
    }
    if (next.size === 0) return undefined
    places = [...next]
  }
  return words[Math.min(...places)]
}

function isWanted(wanted: ReadonlySet<string>, { text, plain }: Word): boolean {
  return wanted.has(text) || (plain !== text && wanted.has(plain)) || (wanted.has('@') && text.indexOf('@') > 0)
}
