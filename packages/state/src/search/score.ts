/** A message that fits, with what its rank is made of. */
export interface Candidate {
  readonly id: number
  /** Seconds since 1970. */
  readonly timestamp: number
  /** Of its whole text, in characters. */
  readonly length: number
  /** How often each of the terms is in it. */
  readonly counts: readonly number[]
}

/** Of BM25: how soon more of the same word says no more, and how much a long text takes away. */
const saturation = 1.2
const lengthShare = 0.75
/** What was said now counts up to a quarter more than what was said long ago; half of that is gone after a month. */
const recencyShare = 0.25
const monthSeconds = 2_592_000

/** The best first; newer ones before equals. `rarity`: what each of the terms says, see {@link rarityOf}. */
export function rank(candidates: readonly Candidate[], rarity: readonly number[], now: number): readonly Candidate[] {
  const meanLength = candidates.reduce((sum, { length }) => sum + length, 0) / Math.max(1, candidates.length)
  const scored = candidates.map((candidate) => ({
    candidate,
    score: fit(candidate, rarity, meanLength) * recency(candidate, now),
  }))
  return scored
    .sort((left, right) => right.score - left.score || right.candidate.id - left.candidate.id)
    .map(({ candidate }) => candidate)
}

/** What a word says that `fitting` of `all` messages have. */
export function rarityOf(fitting: number, all: number): number {
  return Math.log(1 + (all - fitting + 0.5) / (fitting + 0.5))
}

function fit({ counts, length }: Candidate, rarity: readonly number[], meanLength: number): number {
  const shade = saturation * (1 - lengthShare + (lengthShare * length) / Math.max(1, meanLength))
  return counts.reduce(
    (sum, count, term) => sum + ((rarity[term] ?? 0) * count * (saturation + 1)) / (count + shade),
    0,
  )
}

function recency({ timestamp }: Candidate, now: number): number {
  return 1 + recencyShare / (1 + Math.max(0, now - timestamp) / monthSeconds)
}
