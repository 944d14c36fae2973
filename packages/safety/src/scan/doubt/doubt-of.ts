import { findMatches } from '../find-matches.js'
import type { FindingName, Match, ScanSurface } from '../finding.js'
import { findIntents } from '../intents/find-intents.js'
import { withoutInvisible } from '../invisible.js'
import { toWords } from '../words.js'
import { doubtFrames } from './doubt-frames.js'
import { foreignParts } from './foreign-lines.js'
import { passagesOf } from './passages.js'

export type DoubtName = FindingName | 'foreign_language'

/** How likely a text that passes the rules still tries to steer an agent. */
export interface Doubt {
  /**
   * The degree of doubt: 0 when nothing in the text could steer an agent. Each kind of doubt adds 1, or 2 where an
   * attack is likelier.
   */
  readonly degree: number
  readonly names: readonly DoubtName[]
  /**
   * The doubtful parts with their surroundings, or the whole text if it is short. Empty for a long text without such
   * parts.
   */
  readonly passages: string
}

/**
 * Grades a text by sentences that resemble attacks, attacks that are excused as quotations or tolerated on the surface,
 * and languages that the rules hardly know. Runs in linear time.
 */
export function doubtOf(text: string, surface: ScanSurface): Doubt {
  const plain = withoutInvisible(text.normalize('NFKC'))
  const { found, excused } = findMatches(plain, surface)
  const weak = findIntents(plain, toWords(plain), { surface, frames: doubtFrames })
  const foreign = foreignParts(plain)
  const strong = new Set<DoubtName>([...excused, ...found].map(({ name }) => name))
  if (foreign.length > 0) strong.add('foreign_language')
  const slight = new Set(weak.map(({ name }) => name).filter((name) => !strong.has(name)))
  const parts: readonly Pick<Match, 'start' | 'end'>[] = [...found, ...excused, ...foreign, ...weak]
  return {
    degree: 2 * strong.size + slight.size,
    names: [...strong, ...slight].sort(),
    passages: passagesOf(plain, parts),
  }
}
