import { ordersDecoding } from './encoded/decode-orders.js'
import { decodeParts } from './encoded/decode-parts.js'
import { isAboutAttacks, makesQuotationsLive } from './excuse/is-about-attacks.js'
import { withoutQuotations } from './excuse/quotations.js'
import { findMatches } from './find-matches.js'
import type { Finding, FindingName, Match, ScanSurface } from './finding.js'
import { findConcealed, findHidden } from './hidden/find-hidden.js'
import { createInstructs } from './instructs.js'
import { findInvisible, withoutInvisible } from './invisible.js'
import { findDisguised } from './look-alikes.js'
import { blocksOn } from './surfaces.js'

export interface ScanResult {
  /** The findings, one entry per finding name. */
  readonly findings: readonly Finding[]
  /** Whether the text must not be used. */
  readonly block: boolean
}

/**
 * Scans a text that is about to become part of the agent's instructions for attempts to steer it: orders to ignore
 * instructions, hidden text, commands that send secrets away. Attacks quoted in a text about security are reported as
 * `quoted` and do not block.
 *
 * This is a filter, not a security boundary: rephrased attacks pass, so permissions must not depend on it. Runs in
 * linear time.
 */
export function scanText(text: string, { surface }: { readonly surface: ScanSurface }): ScanResult {
  const plain = withoutInvisible(text.normalize('NFKC'))
  const bare = withoutQuotations(plain)
  const discussesAttacks = isAboutAttacks(bare)
  const areOrders = discussesAttacks && makesQuotationsLive(bare)
  // A text about security is scanned without its quotations, unless it tells the reader to act on them.
  const live = discussesAttacks && !areOrders ? bare : plain
  const names = new Set<FindingName>([
    ...namesOf(findInvisible(text)),
    ...namesOf(findConcealed(text)),
    ...namesOf(findDisguised(plain)),
  ])
  for (const name of namesIn(live, surface, areOrders)) names.add(name)
  if (live !== plain && namesIn(plain, surface, true).some((name) => !names.has(name))) names.add('quoted')
  const findings = [...names].sort().map((name) => ({ name, blocks: blocksOn(surface, name) }))
  return { findings, block: findings.some(({ blocks }) => blocks) }
}

function namesIn(text: string, surface: ScanSurface, areOrders: boolean): readonly FindingName[] {
  const judge = createInstructs(surface)
  const isEncoded = ordersDecoding(text) || decodeParts(text).some((part) => judge.instructs(part.text))
  return [
    ...namesOf(findMatches(text, surface, areOrders).found),
    ...namesOf(findHidden(text, judge)),
    ...(isEncoded ? (['encoded_instruction'] as const) : []),
  ]
}

function namesOf(matches: readonly Match[]): readonly FindingName[] {
  return matches.map(({ name }) => name)
}
