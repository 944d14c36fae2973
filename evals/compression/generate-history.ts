import { estimateMessageTokens } from '@hermes/compressor'
import type { Message } from '@hermes/core'
import { type Fact, type FactKind, factKinds, type Mention } from './facts.ts'
import { type FillerTurn, fillerTurn, type Subject } from './filler.ts'
import { createNames, type Names } from './names.ts'
import { type Language, phrases, type Slots } from './phrases.ts'
import { createRandom, type Random } from './random.ts'

export interface HistoryOptions {
  readonly seed: number
  readonly subject: Subject
  readonly language: Language
  /** The minimum length of the history in tokens. */
  readonly tokens: number
  /** The number of facts per kind. Default 3. */
  readonly factsPerKind?: number
}

export interface History {
  readonly messages: readonly Message[]
  readonly facts: readonly Fact[]
}

interface Planted {
  readonly fact: Fact
  readonly mention: Mention
}

/** Facts are only planted in this range of a history, because its end is always kept. */
const earliest = 0.03
const latest = 0.88

/** Generates a long history with facts that are stated once among much filler. Deterministic for the same options. */
export function generateHistory({ seed, subject, language, tokens, factsPerKind = 3 }: HistoryOptions): History {
  const random = createRandom(seed)
  const names = createNames(random)
  const planted = factKinds.flatMap((kind) =>
    Array.from({ length: factsPerKind }, () => plant(kind, language, random, names)),
  )
  const turns: FillerTurn[] = []
  let size = 0
  while (size < tokens) {
    const turn = fillerTurn(subject, language, random)
    turns.push(turn)
    for (const message of toMessages(turn, [], 0)) size += estimateMessageTokens(message)
  }
  const messages = turns.flatMap((turn, index) => {
    const here = planted.filter(({ fact }) => Math.floor(fact.at * turns.length) === index)
    return toMessages(
      turn,
      here.map(({ mention }) => mention),
      index,
    )
  })
  return { messages, facts: planted.map(({ fact }) => fact) }
}

function plant(kind: FactKind, language: Language, random: Random, names: Names): Planted {
  const slots: Slots = {
    a: names.take(),
    b: names.take(),
    c: kind === 'decision' ? names.take() : '',
    path: `services/${random.hex(6)}/routes.ts`,
    number: String(random.whole(10_000, 999_999)),
    id: `${random.hex(4)}-${random.hex(8)}`,
  }
  const at = earliest + random.next() * (latest - earliest)
  return { fact: { kind, at, needles: needlesOf(kind, slots) }, mention: random.pick(phrases[language][kind])(slots) }
}

function needlesOf(kind: FactKind, { a, b, c, path, number, id }: Slots): Fact['needles'] {
  switch (kind) {
    case 'path':
      return [path]
    case 'number':
      return [a, number]
    case 'identifier':
      return [a, id]
    case 'decision':
      return [a, c]
    case 'preference':
    case 'changed instruction':
      return [a]
    default:
      return [a, b]
  }
}

function toMessages(turn: FillerTurn, mentions: readonly Mention[], index: number): readonly Message[] {
  const said = (by: 'user' | 'assistant') => mentions.flatMap((mention) => mention[by] ?? [])
  const calls = [...turn.calls, ...mentions.flatMap(({ call }) => call ?? [])]
  return [
    { role: 'user', content: [...said('user'), turn.user].join(' ') },
    ...calls.flatMap(({ name, args, result }, place): readonly Message[] => {
      const id = `call_${index}_${place}`
      const call = { id, type: 'function', function: { name, arguments: JSON.stringify(args) } } as const
      return [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: id, name, content: result },
      ]
    }),
    { role: 'assistant', content: [turn.assistant, ...said('assistant')].join(' ') },
  ]
}
