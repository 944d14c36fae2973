import { decodeParts } from './encoded.js'
import { isExcused } from './excuse.js'
import { findMatches } from './find-matches.js'
import type { Finding, FindingName, Match, ScanSurface } from './finding.js'
import { findConcealed, findHiddenMarkup } from './hidden-markup.js'
import { findInvisible, withoutInvisible } from './invisible.js'
import { blocksOn } from './surfaces.js'

export interface ScanResult {
  /** One entry per finding name. */
  readonly findings: readonly Finding[]
  /** The text must not be used. */
  readonly block: boolean
}

/**
 * Scans text that is about to become part of the agent's instructions for attempts to steer it: orders to ignore
 * instructions, hidden text, commands that send secrets away. Quoted examples in texts about security are not reported.
 *
 * This is a filter, not a security boundary: rephrased attacks pass, so permissions must not depend on it. Runs in
 * linear time.
 */
export function scanText(text: string, { surface }: { readonly surface: ScanSurface }): ScanResult {
  const seen = text.normalize('NFKC')
  const plain = withoutInvisible(seen)
  const names = new Set<FindingName>([
    ...namesOf(findInvisible(text)),
    ...namesOf(findConcealed(text)),
    ...namesOf(findMatches(plain, surface).found),
    ...(plain === seen ? [] : namesOf(findHiddenMarkup(seen).filter((match) => !isExcused(seen, match)))),
  ])
  if (decodeParts(plain).some((part) => findMatches(part, surface).found.length > 0)) names.add('encoded_instruction')
  const findings = [...names].sort().map((name) => ({ name, blocks: blocksOn(surface, name) }))
  return { findings, block: findings.some(({ blocks }) => blocks) }
}

function namesOf(matches: readonly Match[]): readonly FindingName[] {
  return matches.map(({ name }) => name)
}
