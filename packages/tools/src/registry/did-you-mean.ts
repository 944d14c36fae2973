import { nearestNames } from '@hermes/safety'

/** Returns ` Did you mean "a" or "b"?`, or an empty string when no name is similar. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const found = nearestNames(name, names).map((candidate) => `"${candidate}"`)
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`
}
