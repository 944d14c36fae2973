import ignore, { type Ignore } from 'ignore'

/** More lines decide nothing: each of them costs something for each file. */
const mostLines = 2_000

/** The rules of a `.gitignore`. Lines that a hostile name could keep busy for ever are left out: what they mean is not ignored. */
export function ignoreRules(text: string): Ignore {
  return ignore().add(text.split(/\r?\n/).slice(0, mostLines).filter(isCheap))
}

/** Each further star multiplies the ways in which a name can be tried. */
function isCheap(line: string): boolean {
  const segments = line.split('/')
  const isDeep = segments.filter((segment) => segment === '**').length > 2
  return !isDeep && segments.every((segment) => (segment.match(/\*+/g)?.length ?? 0) <= 2)
}
