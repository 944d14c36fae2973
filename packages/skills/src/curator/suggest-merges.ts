import type { ListedSkill } from '../find/index.js'

/** Two skills that seem to be about the same. */
export interface MergeSuggestion {
  readonly names: readonly [string, string]
  /** The share of words that both skills have, from 0 to 1. */
  readonly likeness: number
  /** The words that both have. */
  readonly shared: readonly string[]
}

/** Likeness below which skills are unrelated. */
const leastLikeness = 0.5
/** Minimum number of shared words. Fewer are not significant. */
const leastShared = 3
/** A word that occurs in more skills than this does not distinguish them. */
const mostSkillsOfWord = 50

/** Returns pairs of skills whose names and descriptions have most of their words in common, the most alike first. */
export function suggestMerges(
  skills: readonly Pick<ListedSkill, 'name' | 'description'>[],
): readonly MergeSuggestion[] {
  const wordsOf = new Map(skills.map(({ name, description }) => [name, wordsIn(`${name} ${description}`)]))
  const namesOf = new Map<string, string[]>()
  for (const [name, words] of wordsOf) {
    for (const word of words) {
      const names = namesOf.get(word)
      if (names) names.push(name)
      else namesOf.set(word, [name])
    }
  }
  const suggestions: MergeSuggestion[] = []
  for (const [name, words] of wordsOf) {
    const near = new Set([...words].flatMap((word) => othersOf(namesOf.get(word) ?? [], name)))
    for (const other of near) {
      const theirs = wordsOf.get(other) ?? new Set<string>()
      const shared = [...words.intersection(theirs)].toSorted()
      const likeness = shared.length / words.union(theirs).size
      if (shared.length >= leastShared && likeness >= leastLikeness)
        suggestions.push({ names: [name, other], likeness, shared })
    }
  }
  return suggestions.toSorted((left, right) => right.likeness - left.likeness)
}

/** Returns the later names, so that each pair occurs once. */
function othersOf(names: readonly string[], name: string): readonly string[] {
  return names.length > mostSkillsOfWord ? [] : names.filter((other) => other > name)
}

function wordsIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !usual.has(word)).map((word) => word.replace(/s$/, '')))
}

const usual = new Set(
  'a an and as at by for from how in into is it its of on or that the this to use when with you your'.split(' '),
)
