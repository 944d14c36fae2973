import { nearestNames } from '@hermes/safety'

/** ` Did you mean `x`?` with a leading space, or empty. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [candidate] = nearestNames(word, candidates)
  return candidate === undefined ? '' : ` Did you mean \`${candidate}\`?`
}
