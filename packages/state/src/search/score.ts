/** A matching message, with the inputs of its rank. */
export interface Candidate {
  readonly id: number
  /** Time in seconds since the epoch. */
  readonly timestamp: number
  /** Length of the whole text in bytes. */
  readonly length: number
  /** Number of occurrences of each term, weighted by the field that contains them. */
  readonly counts: readonly number[]
}

/** BM25 parameter for term frequency saturation. */
const saturation = 1.2
/** BM25 parameter for length normalization. */
const lengthShare = 0.75
/** Recent messages rank up to a quarter higher. Half of that decays within a month. */
const recencyShare = 0.25
const monthSeconds = 2_592_000

/** Sorts by rank, then newest first. `rarity` is the weight of each term. See {@link rarityOf}. */
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

/** Returns the weight of a word that `fitting` of `all` messages contain. */
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
