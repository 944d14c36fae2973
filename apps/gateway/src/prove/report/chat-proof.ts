import { repeatedNote } from '../../chats/outbox/repeated-note.js'
import { isLine, linesOf } from '../world/marks.js'
import { abilitiesOf, type SeenMessage, type WorldNetwork } from '../world/world-network.js'

/** What people of a network saw. */
export interface NetworkProof {
  readonly messages: number
  readonly answered: number
  /** Sent again with a note, because nobody could know whether the first attempt had arrived. */
  readonly labelledRepeats: number
  /** Beginnings of answers that stay beside the whole answer, because the process died before it could note them. */
  readonly partsLeft: number
  readonly problems: readonly string[]
}

/** Checks that each message was answered once, in the order of its chat. */
export function proveNetwork(network: WorldNetwork, besides: ReadonlySet<string> = new Set()): NetworkProof {
  const chats = [...network.said].map(([chat, said]) =>
    proveChat(
      network.seen.filter(({ chatId }) => chatId === chat),
      said,
      abilitiesOf[network.name].isIdempotent,
    ),
  )
  const strays = network.seen.filter(({ chatId }) => !network.said.has(chatId) && !besides.has(chatId))
  const sum = (key: 'messages' | 'answered' | 'labelledRepeats' | 'partsLeft') =>
    chats.reduce((total, chat) => total + chat[key], 0)
  return {
    messages: sum('messages'),
    answered: sum('answered'),
    labelledRepeats: sum('labelledRepeats'),
    partsLeft: sum('partsLeft'),
    problems: [
      ...chats.flatMap(({ problems }) => problems),
      ...strays.map(({ text }) => `Nobody waited for this: ${text}`),
    ].map((problem) => `${network.name}: ${problem}`),
  }
}

function proveChat(seen: readonly SeenMessage[], said: readonly string[], isIdempotent: boolean): NetworkProof {
  const problems: string[] = []
  const order: string[] = []
  let [labelledRepeats, partsLeft, isNoted] = [0, 0, false]
  for (const { text, isPartial } of seen) {
    if (isPartial) {
      partsLeft += 1
      if (isIdempotent) problems.push(`The beginning of an answer was left: ${text}`)
      continue
    }
    const lines = text.split('\n').filter((line) => line !== '')
    isNoted ||= text.includes(repeatedNote)
    for (const line of lines) {
      if (!isLine(line) && !line.includes(repeatedNote)) problems.push(`Unexpected: ${line}`)
    }
    const answers = lines.filter(isLine)
    const again = answers.filter((line) => order.includes(line))
    order.push(...answers.filter((line) => !again.includes(line)))
    if (again.length > 0 && isNoted && !isIdempotent) labelledRepeats += 1
    else problems.push(...again.map((line) => `Seen twice: ${line}`))
    // A note can stand before a message that has no room for it.
    if (answers.length > 0) isNoted = false
  }
  const expected = said.flatMap(linesOf)
  const missing = expected.filter((line) => !order.includes(line))
  problems.push(...missing.map((line) => `Never seen: ${line}`))
  const there = expected.filter((line) => order.includes(line))
  const misplaced = order.filter((line) => expected.includes(line)).findIndex((line, index) => line !== there[index])
  if (misplaced >= 0) problems.push(`Out of order: ${there[misplaced]}`)
  const answered = said.filter((mark) => linesOf(mark).every((line) => order.includes(line))).length
  return { messages: said.length, answered, labelledRepeats, partsLeft, problems }
}
