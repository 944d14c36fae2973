import ignore, { type Ignore } from 'ignore'

/** Maximum number of lines. Further lines are ignored, because each one costs time for every file. */
const mostLines = 2_000

/**
 * Parses the rules of a `.gitignore`. Skips patterns that could take exponential time; files that match them are not
 * ignored.
 */
export function ignoreRules(text: string): Ignore {
  return ignore().add(text.split(/\r?\n/).slice(0, mostLines).filter(isCheap))
}

/** Returns whether a pattern is cheap to match. Each additional star multiplies the ways to match a name. */
function isCheap(line: string): boolean {
  const segments = line.split('/')
  const isDeep = segments.filter((segment) => segment === '**').length > 2
  return !isDeep && segments.every((segment) => (segment.match(/\*+/g)?.length ?? 0) <= 2)
}
