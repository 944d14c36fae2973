import type { Match, ScanSurface } from '../finding.js'
import type { Word } from '../words.js'
import { conceptsOf } from './concepts-of.js'
import type { Frame } from './frames.js'
import { isName } from './is-name.js'
import { isNegated, isOrder } from './is-order.js'
import { findPlaces, type Places } from './places.js'
import { toSentences } from './sentences.js'
import type { Concept } from './vocabulary.js'

type Positions = ReadonlyMap<Concept, readonly number[]>

/** Finds sentences that combine the concepts of a frame, in any wording and word order. Runs in linear time. */
export function findIntents(
  text: string,
  words: readonly Word[],
  { surface, frames }: { readonly surface: ScanSurface; readonly frames: readonly Frame[] },
): readonly Match[] {
  const places = findPlaces(text)
  const known = new Map<string, readonly Concept[]>()
  const wanted = frames.filter((frame) => !frame.surfaces || frame.surfaces.includes(surface))
  return toSentences(text, words).flatMap((sentence) => {
    const first = sentence[0]
    const last = sentence.at(-1)
    if (!first || !last || sentence.length < 3) return []
    const positions = positionsOf(sentence, places, known)
    if (positions.size === 0) return []
    return wanted
      .filter((frame) => fits(frame, { text, sentence, positions }))
      .map(({ name }): Match => ({ name, start: first.start, end: last.end }))
  })
}

/** @param known The concepts of words that occurred earlier. */
function positionsOf(sentence: readonly Word[], places: Places, known: Map<string, readonly Concept[]>): Positions {
  const positions = new Map<Concept, number[]>()
  sentence.forEach(({ plain, start }, index) => {
    const add = (concept: Concept) => {
      const list = positions.get(concept)
      if (list) list.push(index)
      else positions.set(concept, [index])
    }
    const concepts = known.get(plain) ?? conceptsOf(plain)
    known.set(plain, concepts)
    concepts.forEach(add)
    places.get(start)?.forEach(add)
  })
  return positions
}

/** Maximum number of words between two concepts of a chain. */
const chainGap = 4

interface Sentence {
  readonly text: string
  readonly sentence: readonly Word[]
  readonly positions: Positions
}

function fits(frame: Frame, { text, sentence, positions }: Sentence): boolean {
  const has = (concepts: readonly Concept[]) => concepts.some((concept) => positions.has(concept))
  if (!has(frame.order ?? frame.chain?.[0] ?? frame.needs[0] ?? []) || !frame.needs.every(has)) return false
  const at = (concepts: readonly Concept[]) => concepts.flatMap((concept) => positions.get(concept) ?? [])
  const others = frame.needs.map(at)
  return startsOf(frame, { text, sentence, at }).some((start) => areNear(start, others, frame.within))
}

/** Returns the words that all other words of a frame have to be near. */
function startsOf(
  { order, chain }: Frame,
  {
    text,
    sentence,
    at,
  }: Omit<Sentence, 'positions'> & { readonly at: (concepts: readonly Concept[]) => readonly number[] },
): readonly number[] {
  if (order) {
    return at(order).filter((index) => {
      const word = sentence[index]
      return word !== undefined && isOrder(sentence, index) && !isName(text, word)
    })
  }
  if (!chain) return [...sentence.keys()]
  return at(chain[0] ?? []).filter((start) => {
    if (chain[0]?.includes('not') && isNegated(sentence, start)) return false
    let reached = [start]
    for (const concepts of chain.slice(1)) {
      reached = at(concepts).filter((index) =>
        reached.some((last) => index > last && index <= last + 1 + chainGap && !isNegated(sentence, index, last + 1)),
      )
    }
    return reached.length > 0
  })
}

/** Whether each group has a different word near the start. */
function areNear(start: number, groups: readonly (readonly number[])[], within: number): boolean {
  const used = new Set([start])
  return groups.every((group) => {
    const found = group.find((index) => !used.has(index) && Math.abs(index - start) <= within)
    if (found !== undefined) used.add(found)
    return found !== undefined
  })
}
