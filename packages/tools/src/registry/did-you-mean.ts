import { nearestNames } from '@hermes/safety'

/** ` Did you mean "a" or "b"?`, or nothing. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const found = nearestNames(name, names).map((candidate) => `"${candidate}"`)
  return found.length === 0 ? '' : ` Did you mean ${found.join(' or ')}?`
}
