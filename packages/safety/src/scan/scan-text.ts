import { findCommands } from './commands/find-commands.js'
import { decodeParts } from './encoded.js'
import { isExcused } from './excuse.js'
import type { Finding, FindingName, Match, ScanSurface } from './finding.js'
import { findConcealed, findHiddenMarkup } from './hidden-markup.js'
import { findIntents } from './intents/find-intents.js'
import { findInvisible, withoutInvisible } from './invisible.js'
import { createPhraseFinder, type PhraseFinder } from './phrase.js'
import { phrases, steeringPhrases } from './phrases.js'
import { phrasesOfClasses } from './phrases-of-classes.js'
import { phrasesOfLanguages, unspacedInjections } from './phrases-of-languages.js'
import { phrasesOfRomanceAndGerman, steeringOfRomanceAndGerman } from './phrases-of-romance-and-german.js'
import { blocksOn } from './surfaces.js'
import { toWords } from './words.js'

export interface ScanResult {
  /** One entry per finding name. */
  readonly findings: readonly Finding[]
  /** The text must not be used. */
  readonly block: boolean
}

const everywhere = [...phrases, ...phrasesOfLanguages, ...phrasesOfRomanceAndGerman]

const finders: Readonly<Record<ScanSurface, PhraseFinder>> = {
  context: finderOf('context'),
  skill: finderOf('skill'),
  memory: finderOf('memory'),
  'tool-description': finderOf('tool-description'),
}

function finderOf(surface: ScanSurface): PhraseFinder {
  const steering = surface === 'tool-description' ? [...steeringPhrases, ...steeringOfRomanceAndGerman] : []
  return createPhraseFinder([...everywhere, ...steering, ...phrasesOfClasses(surface)])
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
    ...finders[surface].find(words),
    ...findIntents(text, words, surface),
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
