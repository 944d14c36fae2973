import leven from 'leven'

/** The candidate that was probably meant; `undefined` when none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    const distance = candidate.startsWith(word) && word.length > 1 ? 0.5 : leven(word, candidate)
    if (distance < (best?.distance ?? Number.POSITIVE_INFINITY)) best = { candidate, distance }
  }
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined
}

/** ` Did you mean "x"?` with the space before it, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const candidate = nearest(word, candidates)
  return candidate === undefined ? '' : ` Did you mean \`${candidate}\`?`
}
