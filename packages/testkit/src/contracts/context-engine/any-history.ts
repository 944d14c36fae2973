import type { Message, ToolCall } from '@hermes/core'
import fc from 'fast-check'

/** The size and content of generated texts. */
export interface HistoryOptions {
  /** Words per text. Default 60. */
  readonly maxWords?: number
  /** Exchanges: a question, some tool turns and optionally an answer. Default 14. */
  readonly maxExchanges?: number
  /** Texts to insert at random, such as keys that must not leak. Default: none. */
  readonly planted?: readonly string[]
}

/**
 * Generates valid histories of every shape: questions, answers, single and parallel calls, results in a different order
 * than their calls, images, long arguments. The last exchange may be open.
 */
export function anyHistory(options: HistoryOptions = {}): fc.Arbitrary<readonly Message[]> {
  const { maxWords = 60, maxExchanges = 14, planted = [] } = options
  const text = textOf(maxWords, planted)
  const exchange = fc.record({
    question: fc.tuple(text, fc.integer({ min: 0, max: 9 })).map(([words, dice]) => asked(words, dice === 0)),
    turns: fc.array(turn(text), { maxLength: 6 }),
    answer: fc.option(text, { freq: 4 }),
  })
  return fc
    .array(exchange, { minLength: 1, maxLength: maxExchanges })
    .map((exchanges) => exchanges.flatMap((one, index) => toMessages(one, index, index === exchanges.length - 1)))
}

interface Turn {
  readonly said: string | null
  readonly calls: readonly { readonly name: string; readonly argument: string; readonly result: string }[]
  readonly isReversed: boolean
}

interface Exchange {
  readonly question: Message
  readonly turns: readonly Turn[]
  readonly answer: string | null
}

function turn(text: fc.Arbitrary<string>): fc.Arbitrary<Turn> {
  const name = fc.constantFrom('read_file', 'terminal', 'write_file', 'web_search')
  const call = fc.record({ name, argument: text, result: text })
  return fc.record({
    said: fc.option(text),
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    isReversed: fc.boolean(),
  })
}

const words = [
  'we',
  'must',
  'use',
  'src/main.ts',
  'port 4711',
  'because',
  '决定',
  'error:',
  'weil',
  'next',
  '12.5 %',
  '\n',
  'ok?',
]

function textOf(maxWords: number, planted: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof({ arbitrary: fc.constantFrom(...words), weight: 9 }, fc.string({ minLength: 1, maxLength: 8 }))
  const plain = fc.array(word, { minLength: 1, maxLength: maxWords }).map((chosen) => `x ${chosen.join(' ')}`)
  if (planted.length === 0) return plain
  return fc
    .tuple(plain, fc.option(fc.constantFrom(...planted), { freq: 3 }))
    .map(([before, plant]) => (plant === null ? before : `${before} ${plant} after`))
}

function toMessages({ question, turns, answer }: Exchange, index: number, isLast: boolean): readonly Message[] {
  const worked = turns.flatMap((one, place) => toTurn(one, `${index}_${place}`))
  // Without an answer, two user messages would follow each other.
  const needsAnswer = turns.length === 0 && !isLast
  const said: Message[] = answer !== null || needsAnswer ? [{ role: 'assistant', content: answer ?? 'Fine.' }] : []
  return [question, ...worked, ...said]
}

function toTurn({ said, calls, isReversed }: Turn, id: string): readonly Message[] {
  const made = calls.map(({ name, argument }, place): ToolCall => {
    const text = JSON.stringify({ path: argument })
    return { id: `call_${id}_${place}`, type: 'function', function: { name, arguments: text } }
  })
  const results = calls.map(({ name, result }, place): Message => {
    return { role: 'tool', tool_call_id: `call_${id}_${place}`, name, content: result }
  })
  return [{ role: 'assistant', content: said, tool_calls: made }, ...(isReversed ? results.reverse() : results)]
}

function asked(text: string, hasPicture: boolean): Message {
  if (!hasPicture) return { role: 'user', content: text }
  const url = `data:image/png;base64,${'iVBORw0KGgo'.repeat(8)}`
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url } },
    ],
  }
}
