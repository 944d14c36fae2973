import { type Concept, vocabulary } from './vocabulary.js'
import { vocabularyOfAims } from './vocabulary-of-aims.js'
import { russian } from './vocabulary-of-russian.js'

type Index = ReadonlyMap<string, readonly Concept[]>

const shortestStem = 3
const longestStem = 16

const entries = [
  ...Object.entries(vocabulary),
  ...Object.entries(vocabularyOfAims),
  ...Object.entries(russian),
].flatMap(([concept, words]) => words.split(' ').map((word) => [withoutMarks(word), concept as Concept] as const))
const words = toIndex(entries.filter(([word]) => !word.endsWith('*')))
const stems = byHead(
  toIndex(entries.filter(([word]) => word.endsWith('*')).map(([word, concept]) => [word.slice(0, -1), concept])),
)

/** Removes accents, as `toWords` does. */
function withoutMarks(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

function toIndex(pairs: readonly (readonly [string, Concept])[]): Index {
  const index = new Map<string, Concept[]>()
  for (const [word, concept] of pairs) {
    const concepts = index.get(word)
    if (concepts) concepts.push(concept)
    else index.set(word, [concept])
  }
  return index
}

type Stem = readonly [stem: string, concepts: readonly Concept[]]

/** Indexes the stems by their first letters, short ones first. Most words have no stem. */
function byHead(index: Index): ReadonlyMap<string, readonly Stem[]> {
  const heads = new Map<string, Stem[]>()
  const usable = [...index].filter(([stem]) => stem.length >= shortestStem && stem.length <= longestStem)
  for (const entry of usable.sort(([left], [right]) => left.length - right.length)) {
    const head = entry[0].slice(0, shortestStem)
    const same = heads.get(head)
    if (same) same.push(entry)
    else heads.set(head, [entry])
  }
  return heads
}

const none: readonly Concept[] = []

/** Returns the concepts that a word stands for. */
export function conceptsOf(word: string): readonly Concept[] {
  const whole = words.get(word) ?? none
  const begun = stems.get(word.slice(0, shortestStem))?.filter(([stem]) => word.startsWith(stem)) ?? []
  if (begun.length === 0 && whole.length < 2) return whole
  return [...new Set([...whole, ...begun.flatMap(([, concepts]) => concepts)])]
}
