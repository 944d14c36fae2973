import type { Fact } from './fact.js'
import { similarity } from './fact-vector.js'
import { wordsOf } from './fact-words.js'

export interface FactQuery {
  readonly text: string
  /** The packed vector of the query. When absent, only words are compared. */
  readonly vector?: { readonly model: string; readonly packed: string } | undefined
  readonly nowMs: number
}

/** Time after which a fact counts half, unless it is repeated. */
const halfLifeMs = 60 * 24 * 3_600_000
/** Minimum weight of the oldest facts. */
const leastWeight = 0.3
const leastScore = 0.2
/** Similarity below which texts are unrelated. */
const leastSimilarity = 0.45

/** Returns the facts that fit the query, best first. */
export function rankFacts(facts: readonly Fact[], query: FactQuery): readonly Fact[] {
  const byWords = overlapWith(query.text, facts)
  const scored = facts.map((fact) => {
    const meaning =
      query.vector && fact.vector?.model === query.vector.model
        ? similarity(query.vector.packed, fact.vector.packed)
        : 0
    const fit = Math.max(byWords(fact), meaning >= leastSimilarity ? meaning : 0)
    return { fact, fit, score: fit * weightOf(fact, query.nowMs) }
  })
  return scored
    .filter(({ fit }) => fit >= leastScore)
    .toSorted((left, right) => right.score - left.score)
    .map(({ fact }) => fact)
}

/** Returns the weight of a fact, from 1 for a new one down to {@link leastWeight}. */
export function weightOf({ atMs }: Pick<Fact, 'atMs'>, nowMs: number): number {
  const decay = 0.5 ** (Math.max(0, nowMs - atMs) / halfLifeMs)
  return leastWeight + (1 - leastWeight) * decay
}

/** Returns the share of the query's words in a fact, from 0 to 1. Long and rare words count more. */
function overlapWith(text: string, facts: readonly Fact[]): (fact: Fact) => number {
  const words = new Map(facts.map((fact) => [fact, new Set(wordsOf(fact.text))]))
  const asked = wordsOf(text).map((word) => {
    const count = [...words.values()].filter((own) => own.has(word)).length
    return { word, weight: lengthWeight(word) * (count === 0 ? 0.5 : 1 / (1 + count / facts.length)) }
  })
  const total = asked.reduce((sum, { weight }) => sum + weight, 0) || 1
  return (fact) => asked.reduce((sum, { word, weight }) => sum + (words.get(fact)?.has(word) ? weight : 0), 0) / total
}

/** Returns the weight of a word by its length. Short words are mostly grammar, except where a character is a word. */
function lengthWeight(word: string): number {
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/u.test(word)
    ? 1
    : Math.min(1, word.length / 6)
}
