import { anchorsOf } from './anchors.js'
import { cuesOf } from './cue-words.js'
import type { IsFocused } from './focus.js'
import type { History } from './history.js'
import { linesOf } from './sentences.js'
import { commonShapes, shapeOf, worthOf } from './worth.js'

/** How many sentences, and how many names and figures beside them. */
const mostFacts = 120
/** Results can be had again, as a rule: few of their lines are kept. */
const mostShown = 20
const mostAnchors = 80
/** A sentence must be worth so much to be kept. */
const least = 3

/** What the user asked for comes before anything else. */
const focusWorth = 10

interface Candidate {
  readonly text: string
  readonly by: 'user' | 'assistant' | 'tool'
  readonly shape: string
}

interface Fact extends Candidate {
  readonly place: number
  readonly worth: number
}

/**
 * The sentences and lines that say something which cannot be found again by thinking: with figures, names, settings or a word
 * of warning in them; those that stand out from what is said over and over. In the order of the conversation.
 */
export function criticalFacts(history: History, isFocused: IsFocused): readonly string[] {
  const candidates = collect(history, isFocused)
  const dull = commonShapes(candidates.map(({ shape }) => shape))
  const kept = new Map<string, Fact>()
  candidates.forEach((candidate, place) => {
    const isDull = dull.has(candidate.shape)
    // Logs are most of what there is, and nothing in them is kept.
    if (isDull && candidate.by === 'tool') return
    const worth =
      speakerWorth(candidate) +
      worthOf(candidate.text) -
      (isDull ? 3 : 0) +
      (isFocused(candidate.text) ? focusWorth : 0)
    if (worth >= least) kept.set(candidate.text, { ...candidate, place, worth })
  })
  const best = [...kept.values()].sort((left, right) => right.worth - left.worth || right.place - left.place)
  const spoken = best.filter(({ by }) => by !== 'tool').slice(0, mostFacts)
  const shown = best.filter(({ by }) => by === 'tool').slice(0, mostShown)
  const facts = [...spoken, ...shown].sort((left, right) => left.place - right.place)
  return [...facts.map(({ text }) => `- ${text}`), ...indexLines(history, facts)]
}

function collect({ said, actions }: History, isFocused: IsFocused): readonly Candidate[] {
  const spoken = said.flatMap(({ by, sentences }) => sentences.map(({ text }) => toCandidate(text, by)))
  const shown = actions.flatMap(({ result }) =>
    linesOf(result?.output ?? '')
      .filter((line) => isStatement(line) || isFocused(line))
      .map((line) => toCandidate(line, 'tool')),
  )
  return [...spoken, ...shown]
}

const code =
  /[;{}([,]$|\)$|=>|^(?:const|let|var|import|export|from|return|if|else|for|while|def|class|function|public|private|protected|static|async|await|type|interface|#include|package|use|fn|func|struct|enum)\b/
const labelled = /^["'\p{L}_][\p{L}\d_.\-"' ]{1,40}\s?[=:]\s?\S/u

/** A line that names something and says what it is. Code says it too, but it is in its file. */
function isStatement(line: string): boolean {
  return labelled.test(line) && /[\d/@]/.test(line) && !code.test(line)
}

function toCandidate(text: string, by: Candidate['by']): Candidate {
  return { text, by, shape: shapeOf(text) }
}

function speakerWorth({ text, by }: Candidate): number {
  if (by === 'tool') return cuesOf(text).has('blocked') ? 1 : 0
  return by === 'user' ? 2 : 1
}

const indexStart = '- Also named: '

/** Names and figures of which somebody spoke, where no sentence that is kept holds them. */
function indexLines({ said }: History, facts: readonly Fact[]): readonly string[] {
  const shown = new Set(facts.flatMap(({ text }) => anchorsOf(text)))
  const spoken = new Set(said.flatMap(({ text }) => anchorsOf(text)).filter((anchor) => !shown.has(anchor)))
  return toIndex([...spoken])
}

function toIndex(anchors: readonly string[]): readonly string[] {
  return anchors.length === 0 ? [] : [`${indexStart}${anchors.slice(-mostAnchors).join(', ')}`]
}

/** The indexes of several summaries as one, at the end, of what is wanted. */
export function joinIndexes(
  lines: readonly string[],
  isWanted: (anchor: string) => boolean = () => true,
): readonly string[] {
  const isIndex = (line: string) => line.startsWith(indexStart)
  const anchors = lines.filter(isIndex).flatMap((line) => line.slice(indexStart.length).split(', '))
  return [...lines.filter((line) => !isIndex(line)), ...toIndex([...new Set(anchors)].filter(isWanted))]
}
