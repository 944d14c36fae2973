/** The usual constant of reciprocal rank fusion, which determines how much more the first ranks count than later ones. */
const flatness = 60

/** Combines several rankings into one by reciprocal rank fusion. */
export function fuse(rankings: readonly (readonly number[])[]): readonly number[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) {
    for (const [place, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (flatness + place + 1))
  }
  return [...scores].sort(([, left], [, right]) => right - left).map(([id]) => id)
}
