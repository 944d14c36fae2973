import { repeatedNote } from '../../chats/outbox/repeated-note.js'
import { isCommandAnswer, isCutOff, isLine, linesOf } from '../world/marks.js'
import { abilitiesOf, type SeenMessage, type WorldNetwork } from '../world/world-network.js'

/** The proof of what people of a network saw. */
export interface NetworkProof {
  readonly messages: number
  readonly answered: number
  /** Number of messages that were sent again with a note, because it is not known whether the first attempt arrived. */
  readonly labelledRepeats: number
  /** Number of commands whose people were told that their gateway was killed while they ran, because the answer is lost. */
  readonly cutCommands: number
  /** Number of partial answers that stay next to the whole answer, because the process died before it could record them. */
  readonly partsLeft: number
  readonly problems: readonly string[]
}

/** Checks that each message was answered once, in the order of its chat. */
export function proveNetwork(network: WorldNetwork, besides: ReadonlySet<string> = new Set()): NetworkProof {
  const written = new Set([...network.said.keys(), ...network.commands.keys()])
  const chats = Array.from(written, (chat) =>
    proveChat(
      network.seen.filter(({ chatId }) => chatId === chat),
      { said: network.said.get(chat) ?? [], commands: network.commands.get(chat) ?? 0 },
      abilitiesOf[network.name].isIdempotent,
    ),
  )
  const strays = network.seen.filter(({ chatId }) => !written.has(chatId) && !besides.has(chatId))
  const sum = (key: 'messages' | 'answered' | 'labelledRepeats' | 'cutCommands' | 'partsLeft') =>
    chats.reduce((total, chat) => total + chat[key], 0)
  return {
    messages: sum('messages'),
    answered: sum('answered'),
    labelledRepeats: sum('labelledRepeats'),
    cutCommands: sum('cutCommands'),
    partsLeft: sum('partsLeft'),
    problems: [
      ...chats.flatMap(({ problems }) => problems),
      ...strays.map(({ text }) => `Unexpected answer: ${text}`),
    ].map((problem) => `${network.name}: ${problem}`),
  }
}

interface Written {
  readonly said: readonly string[]
  readonly commands: number
}

function proveChat(seen: readonly SeenMessage[], { said, commands }: Written, isIdempotent: boolean): NetworkProof {
  const problems: string[] = []
  /** The lines in the order in which they were first seen. */
  const order = new Set<string>()
  let [labelledRepeats, cutCommands, partsLeft, isNoted, plainAnswers, notedAnswers] = [0, 0, 0, false, 0, 0]
  for (const { text, isPartial } of seen) {
    if (isPartial) {
      partsLeft += 1
      if (isIdempotent) problems.push(`The beginning of an answer was left: ${text}`)
      continue
    }
    const lines = text.split('\n').filter((line) => line !== '')
    isNoted ||= text.includes(repeatedNote)
    for (const line of lines) {
      if (!isLine(line) && !isCommandAnswer(line) && !line.includes(repeatedNote)) problems.push(`Unexpected: ${line}`)
    }
    if (lines.some(isCommandAnswer)) {
      if (isNoted && !isIdempotent) notedAnswers += 1
      else plainAnswers += 1
      isNoted = false
    }
    if (lines.some(isCutOff)) cutCommands += 1
    const answers = lines.filter(isLine)
    const again: string[] = []
    for (const line of answers) {
      if (order.has(line)) again.push(line)
      order.add(line)
    }
    if (again.length > 0 && isNoted && !isIdempotent) labelledRepeats += 1
    else problems.push(...again.map((line) => `Seen twice: ${line}`))
    // A note can be before a message that has no room for it.
    if (answers.length > 0) isNoted = false
  }
  const expected = said.flatMap(linesOf)
  const missing = expected.filter((line) => !order.has(line))
  problems.push(...missing.map((line) => `Never seen: ${line}`))
  const there = expected.filter((line) => order.has(line))
  const asked = new Set(expected)
  const misplaced = [...order].filter((line) => asked.has(line)).findIndex((line, index) => line !== there[index])
  if (misplaced >= 0) problems.push(`Out of order: ${there[misplaced]}`)
  // Answers of commands are alike, so one with a note is a repeat only if all commands have an answer.
  const commandAnswers = plainAnswers + notedAnswers
  if (plainAnswers > commands || commandAnswers < commands)
    problems.push(`Commands: ${commands}, their answers: ${commandAnswers}`)
  labelledRepeats += Math.max(0, commandAnswers - commands)
  const answered = said.filter((mark) => linesOf(mark).every((line) => order.has(line))).length
  const answeredCommands = Math.min(commands, commandAnswers)
  return {
    messages: said.length + commands,
    answered: answered + answeredCommands,
    labelledRepeats,
    cutCommands,
    partsLeft,
    problems,
  }
}
