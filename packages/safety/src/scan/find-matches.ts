import { findCommands } from './commands/find-commands.js'
import { isExcused } from './excuse/is-excused.js'
import { findFakeTurns } from './fake-turns.js'
import type { Match, ScanSurface } from './finding.js'
import { findIntents } from './intents/find-intents.js'
import { frames } from './intents/frames.js'
import { framesOfAims } from './intents/frames-of-aims.js'
import { createPhraseFinder, type PhraseFinder } from './phrase.js'
import { phrases, steeringPhrases } from './phrases.js'
import { phrasesOfClasses } from './phrases-of-classes.js'
import { phrasesOfLanguages, unspacedInjections } from './phrases-of-languages.js'
import { phrasesOfRomanceAndGerman, steeringOfRomanceAndGerman } from './phrases-of-romance-and-german.js'
import { findUnspaced } from './unspaced/find-unspaced.js'
import { toWords } from './words.js'

export interface Matches {
  readonly found: readonly Match[]
  /** Matches that are quoted as examples or forbidden. */
  readonly excused: readonly Match[]
}

const everywhere = [...phrases, ...phrasesOfLanguages, ...phrasesOfRomanceAndGerman]

const allFrames = [...frames, ...framesOfAims]

/** Each finder is created for the first text of its surface, because that takes about 20 ms. */
const finders: Readonly<Record<ScanSurface, () => PhraseFinder>> = {
  context: once(() => finderOf('context')),
  skill: once(() => finderOf('skill')),
  memory: once(() => finderOf('memory')),
  'tool-description': once(() => finderOf('tool-description')),
}

function once<Value>(create: () => Value): () => Value {
  let created: { readonly value: Value } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}

function finderOf(surface: ScanSurface): PhraseFinder {
  const steering = surface === 'tool-description' ? [...steeringPhrases, ...steeringOfRomanceAndGerman] : []
  return createPhraseFinder([...everywhere, ...steering, ...phrasesOfClasses(surface)])
}

/**
 * Finds attacks by what a text says.
 * @param text The text without invisible characters.
 * @param areOrders Whether the text tells its reader to act on what it quotes, so that quotations excuse nothing.
 */
export function findMatches(text: string, surface: ScanSurface, areOrders = false): Matches {
  const words = toWords(text)
  const all = [
    ...finders[surface]()
      .find(words)
      .filter((match) => !crossesBorder(text, match)),
    ...findIntents(text, words, { surface, frames: allFrames }),
    ...findUnspaced(text, surface),
    ...findUnspacedPhrases(text),
    ...findCommands(text, surface),
    ...findFakeTurns(text, surface),
  ]
  const excused = new Set(all.filter((match) => isExcused(text, match, areOrders)))
  return { found: all.filter((match) => !excused.has(match)), excused: [...excused] }
}

/** The border from a finished sentence to another paragraph, or to another heading, list item or table row. */
const border = /[.!?:][*_"'`)\]]{0,3}[ \t]*\n\s*\n|\n[ \t]{0,8}(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,3}[.)][ \t]|\|)/

function crossesBorder(text: string, { start, end }: Match): boolean {
  return border.test(text.slice(start, Math.min(end, start + 2_000)))
}

function findUnspacedPhrases(text: string): readonly Match[] {
  return unspacedInjections.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }): Match => {
      return { name: 'prompt_injection', start: index, end: index + found.length }
    }),
  )
}
