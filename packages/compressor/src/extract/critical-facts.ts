import type { Steps } from '@hermes/safety'
import { anchorsOf } from './anchors.js'
import { cuesOf } from './cue-words.js'
import type { IsFocused } from './focus.js'
import type { History } from './history.js'
import { piecesOf } from './pieces.js'
import { linesOf } from './sentences.js'
import { commonShapes, shapeOf, worthOf } from './worth.js'

/** The maximum number of facts from user and assistant messages. */
const mostFacts = 120
/** The maximum number of facts from tool results. Lower, because most results can be retrieved again. */
const mostShown = 20
/** The maximum number of names and figures in the index. */
const mostAnchors = 80
/** The minimum score of a fact. */
const least = 3

/** The score bonus for text that matches the focus topic. */
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
 * Selects sentences and lines with information that cannot be inferred: figures, names, settings and warnings. Text with a common shape
 * scores lower. Facts are in conversation order, followed by an index of further names and figures.
 */
export function* criticalFacts(history: History, isFocused: IsFocused): Steps<readonly string[]> {
  const candidates = yield* collect(history, isFocused)
  const dull = commonShapes(candidates.map(({ shape }) => shape))
  const kept = new Map<string, Fact>()
  for (const [place, candidate] of candidates.entries()) {
    yield
    const isDull = dull.has(candidate.shape)
    // Repetitive lines in tool results are logs, which contain no facts to keep.
    if (isDull && candidate.by === 'tool') continue
    const worth =
      speakerWorth(candidate) +
      worthOf(candidate.text) -
      (isDull ? 3 : 0) +
      (isFocused(candidate.text) ? focusWorth : 0)
    if (worth >= least) kept.set(candidate.text, { ...candidate, place, worth })
  }
  const best = [...kept.values()].sort((left, right) => right.worth - left.worth || right.place - left.place)
  const spoken = best.filter(({ by }) => by !== 'tool').slice(0, mostFacts)
  const shown = best.filter(({ by }) => by === 'tool').slice(0, mostShown)
  const facts = [...spoken, ...shown].sort((left, right) => left.place - right.place)
  return [...facts.map(({ text }) => `- ${text}`), ...(yield* indexLines(history, facts))]
}

function* collect({ said, actions }: History, isFocused: IsFocused): Steps<readonly Candidate[]> {
  const candidates: Candidate[] = []
  for (const { by, sentences } of said) {
    yield
    for (const { text } of sentences) candidates.push(toCandidate(text, by))
  }
  for (const { result } of actions) {
    yield
    for (const line of linesOf(result?.output ?? ''))
      if (isStatement(line) || isFocused(line)) candidates.push(toCandidate(line, 'tool'))
  }
  return candidates
}

const code =
  /[;{}([,]$|\)$|=>|^(?:const|let|var|import|export|from|return|if|else|for|while|def|class|function|public|private|protected|static|async|await|type|interface|#include|package|use|fn|func|struct|enum)\b/
const labelled = /^["'\p{L}_][\p{L}\d_.\-"' ]{1,40}\s?[=:]\s?\S/u

/** Whether a line assigns a value to a label, such as `port: 8080`. Excludes code, which can be read from its file. */
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

/** Indexes the names and figures in messages that no kept fact contains. */
function* indexLines({ said }: History, facts: readonly Fact[]): Steps<readonly string[]> {
  const shown = new Set(facts.flatMap(({ text }) => anchorsOf(text)))
  const spoken = new Set<string>()
  for (const { text } of said) {
    for (const piece of piecesOf(text)) {
      yield
      for (const anchor of anchorsOf(piece)) if (!shown.has(anchor)) spoken.add(anchor)
    }
  }
  return toIndex([...spoken])
}

function toIndex(anchors: readonly string[]): readonly string[] {
  return anchors.length === 0 ? [] : [`${indexStart}${anchors.slice(-mostAnchors).join(', ')}`]
}

/** Merges the indexes of several summaries into one at the end, limited to the wanted anchors. */
export function joinIndexes(
  lines: readonly string[],
  isWanted: (anchor: string) => boolean = () => true,
): readonly string[] {
  const isIndex = (line: string) => line.startsWith(indexStart)
  const anchors = lines.filter(isIndex).flatMap((line) => line.slice(indexStart.length).split(', '))
  return [...lines.filter((line) => !isIndex(line)), ...toIndex([...new Set(anchors)].filter(isWanted))]
}
