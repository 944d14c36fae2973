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
const stems = toIndex(
  entries.filter(([word]) => word.endsWith('*')).map(([word, concept]) => [word.slice(0, -1), concept]),
)

/** As `toWords` returns words. */
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

/** The concepts that a word stands for. */
export function conceptsOf(word: string): readonly Concept[] {
  const found = new Set(words.get(word))
  for (let length = shortestStem; length <= Math.min(longestStem, word.length); length += 1) {
    for (const concept of stems.get(word.slice(0, length)) ?? []) found.add(concept)
  }
  return [...found]
}
