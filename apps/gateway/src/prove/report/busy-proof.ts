import { isLine, linesOf, marksIn } from '../world/marks.js'
import type { SeenMessage, WorldNetwork } from '../world/world-network.js'
import type { NetworkProof } from './chat-proof.js'

/** The marks in the sessions of a network, in order. */
export type StoredMarks = readonly string[]

export interface BusyProofOptions {
  /** What messages do to the turn before them. */
  readonly mode: 'interrupt' | 'steer'
}

/**
 * Checks a network on which messages interrupt the turn before them, or steer it. The session has every message once and in order. No answer is
 * seen twice or below a newer one, and the newest message of each chat is answered. A message that the session has counts as answered. No answer keeps
 * the mark of an unfinished one, even if another message came before a killed gateway ran again, because the networks recognize repeated messages.
 */
export function proveBusy(network: WorldNetwork, stored: StoredMarks, { mode }: BusyProofOptions): NetworkProof {
  const problems: string[] = []
  let [messages, answered] = [0, 0]
  for (const [chat, said] of network.said) {
    const asked = new Set(said)
    const there = stored.filter((mark) => asked.has(mark))
    const shown = network.seen.filter(({ chatId }) => chatId === chat)
    const growing = shown.filter(({ isPartial }) => isPartial)
    const seen = linesSeen(shown.filter(({ isPartial }) => !isPartial))
    const missing = said.filter((mark) => !there.includes(mark))
    const newest = said.at(-1)
    messages += said.length
    answered += said.length - missing.length
    // The turn after an interrupted one may answer both messages.
    const once = mode === 'steer' ? seen : seen.filter(isLastLine)
    problems.push(
      ...missing.map((mark) => `Never stored: ${mark}`),
      ...repeatedIn(there).map((mark) => `Stored twice: ${mark}`),
      ...repeatedIn(once).map((line) => `Seen twice: ${line}`),
      ...growing.map(({ text }) => `The beginning of an answer was left: ${text}`),
    )
    const misplaced = said.filter((mark) => there.includes(mark)).findIndex((mark, index) => mark !== there[index])
    if (misplaced >= 0) problems.push(`Out of order: ${there[misplaced]}`)
    const late = lateLine(seen, said)
    if (late !== undefined) problems.push(`Seen below a newer answer: ${late}`)
    const isAnswered = newest === undefined || linesOf(newest).every((line) => seen.includes(line))
    if (!isAnswered) problems.push(`Never seen: the answer to ${newest}`)
    if (!isAnswered && !missing.includes(newest)) answered -= 1
  }
  const told = problems.map((problem) => `${network.name}: ${problem}`)
  return { messages, answered, labelledRepeats: 0, cutCommands: 0, partsLeft: 0, problems: told }
}

function linesSeen(seen: readonly SeenMessage[]): readonly string[] {
  return seen.flatMap(({ text }) => text.split('\n').filter((line) => line !== ''))
}

function isLastLine(line: string): boolean {
  return marksIn(line).some((mark) => line === linesOf(mark).at(-1))
}

/** Returns the first line of an answer that is below a line of the answer to a later message. */
function lateLine(seen: readonly string[], said: readonly string[]): string | undefined {
  const places = seen.filter(isLine).map((line) => ({ line, place: said.indexOf(marksIn(line)[0] ?? '') }))
  return places.find(({ place }, index) => index > 0 && place < (places[index - 1]?.place ?? 0))?.line
}

function repeatedIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
