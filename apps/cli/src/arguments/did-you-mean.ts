import { nearestNames } from '@hermes/safety'
import { english } from '@hermes/safety/language'

/** Returns ` Did you mean `x`?` with a leading space, or an empty string. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const [candidate] = nearestNames(word, candidates)
  return candidate === undefined ? '' : english` Did you mean \`${candidate}\`?`
}
