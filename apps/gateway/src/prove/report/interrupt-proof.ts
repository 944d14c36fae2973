import { linesOf } from '../world/marks.js'
import type { SeenMessage, WorldNetwork } from '../world/world-network.js'
import type { NetworkProof } from './chat-proof.js'

/** The marks that the sessions of a network have, in order. */
export type StoredMarks = readonly string[]

/**
 * Checks a network on which each message interrupts the answer to the one before: the session has every message once and in order, no line of
 * an answer is seen twice, and the newest message of each chat is answered. A message that the session has counts as answered.
 */
export function proveInterrupts(network: WorldNetwork, stored: StoredMarks): NetworkProof {
  const problems: string[] = []
  let [messages, answered] = [0, 0]
  for (const [chat, said] of network.said) {
    const asked = new Set(said)
    const there = stored.filter((mark) => asked.has(mark))
    const seen = linesSeen(network.seen.filter(({ chatId }) => chatId === chat))
    const missing = said.filter((mark) => !there.includes(mark))
    const newest = said.at(-1)
    messages += said.length
    answered += said.length - missing.length
    problems.push(
      ...missing.map((mark) => `Never stored: ${mark}`),
      ...repeatedIn(there).map((mark) => `Stored twice: ${mark}`),
      ...repeatedIn(seen).map((line) => `Seen twice: ${line}`),
    )
    const misplaced = said.filter((mark) => there.includes(mark)).findIndex((mark, index) => mark !== there[index])
    if (misplaced >= 0) problems.push(`Out of order: ${there[misplaced]}`)
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

function repeatedIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index)
}
