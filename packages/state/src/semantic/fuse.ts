/** How much the first places count above later ones: the usual constant of reciprocal rank fusion. */
const flatness = 60

/** Several rankings of the same things as one: what is high in one of them, or rather high in all, comes first. */
export function fuse(rankings: readonly (readonly number[])[]): readonly number[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [place, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (flatness + place + 1))
  }
  return [...scores].sort(([, left], [, right]) => right - left).map(([id]) => id)
}
