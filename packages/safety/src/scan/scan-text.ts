import { findCommands } from './commands/find-commands.js'
import { decodeParts } from './encoded.js'
import { isExcused } from './excuse.js'
import type { Finding, FindingName, Match, ScanSurface } from './finding.js'
import { findConcealed, findHiddenMarkup } from './hidden-markup.js'
import { findInvisible, withoutInvisible } from './invisible.js'
import { createPhraseFinder } from './phrase.js'
import { phrases, steeringPhrases } from './phrases.js'
import { phrasesOfLanguages, unspacedInjections } from './phrases-of-languages.js'
import { blocksOn } from './surfaces.js'
import { toWords } from './words.js'

export interface ScanResult {
  /** Each name once. */
  readonly findings: readonly Finding[]
  /** The text is not to be used as it is. */
  readonly block: boolean
}

const everywhere = createPhraseFinder([...phrases, ...phrasesOfLanguages])
const aboutTools = createPhraseFinder(steeringPhrases)

/**
 * Looks for what tries to steer the agent in a text that is about to become part of its instructions: orders to forget
 * them, texts that people do not see, commands that send secrets away. Quoted examples in texts about security are none.
 *
 * It is hygiene, not a wall: whoever rephrases gets through, so what the agent may do must not depend on it. The time is
 * linear in the length of the text.
 */
export function scanText(text: string, { surface }: { readonly surface: ScanSurface }): ScanResult {
  const seen = text.normalize('NFKC')
  const plain = withoutInvisible(seen)
  const names = new Set<FindingName>([
    ...namesOf(findInvisible(text)),
    ...namesOf(findConcealed(text)),
    ...speakingNames(plain, surface),
    ...(plain === seen ? [] : namesOf(findHiddenMarkup(seen).filter((match) => !isExcused(seen, match)))),
  ])
  if (decodeParts(plain).some((part) => speakingNames(part, surface).length > 0)) names.add('encoded_instruction')
  const findings = [...names].sort().map((name) => ({ name, blocks: blocksOn(surface, name) }))
  return { findings, block: findings.some(({ blocks }) => blocks) }
}

function speakingNames(text: string, surface: ScanSurface): readonly FindingName[] {
  const words = toWords(text)
  const matches = [
    ...everywhere.find(words),
    ...(surface === 'tool-description' ? aboutTools.find(words) : []),
    ...findUnspaced(text),
    ...findCommands(text, surface),
    ...findHiddenMarkup(text),
  ]
  return namesOf(matches.filter((match) => !isExcused(text, match)))
}

function findUnspaced(text: string): readonly Match[] {
  return unspacedInjections.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Match => {
      return { name: 'prompt_injection', start: index, end: index + found.length }
    }),
  )
}

function namesOf(matches: readonly Match[]): readonly FindingName[] {
  return matches.map(({ name }) => name)
}
