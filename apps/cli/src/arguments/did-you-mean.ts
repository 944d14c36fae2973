import { nearestNames } from '@hermes/safety'

/** ` Did you mean `x`?` with the space before it, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [candidate] = nearestNames(word, candidates)
  return candidate === undefined ? '' : ` Did you mean \`${candidate}\`?`
}
