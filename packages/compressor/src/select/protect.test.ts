import type { Message } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { type Block, toBlocks } from '../blocks.js'
import { planSurvivors } from './plan-survivors.js'
import { type Protection, protect } from './protect.js'

const user = (size: number): Message => ({ role: 'user', content: 'u'.repeat(size) })
const answer = (size: number): Message => ({ role: 'assistant', content: 'a'.repeat(size) })
const turn = (id: string, size: number): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 't', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'r'.repeat(size) },
]
const turns = (count: number, size: number) => Array.from({ length: count }, (_, n) => turn(`c${n}`, size)).flat()
const blocksOf = (...messages: Message[]): readonly Block[] =>
  toBlocks(messages, ({ content }) => (typeof content === 'string' ? content.length : 0))
const rules = (changes: Partial<Protection>): Protection => ({ first: 1, last: 2, tailTokens: 0, ...changes })

describe('the tail', () => {
  test('has at least `last` messages, in whole turns', () => {
    const blocks = blocksOf(user(1), ...turns(10, 100))
    expect(protect(blocks, rules({ last: 3 })).tailStart).toBe(blocks.length - 2)
  })

  test('extends to its budget, which a whole turn may exceed by half', () => {
    const blocks = blocksOf(user(1), ...turns(10, 100))
    expect(protect(blocks, rules({ tailTokens: 250 })).tailStart).toBe(blocks.length - 3)
    expect(protect(blocks, rules({ tailTokens: 190 })).tailStart).toBe(blocks.length - 2)
  })

  test('starts at the newest question or the latest message of the model if it is near', () => {
    const near = blocksOf(user(1), ...turns(5, 100), answer(10), user(10), ...turns(3, 100))
    expect(protect(near, rules({ tailTokens: 250 }))).toMatchObject({ tailStart: 6, island: undefined })
  })

  test('keeps a newest question that is far back separately', () => {
    const far = blocksOf(user(1), ...turns(5, 100), answer(10), user(10), ...turns(9, 100))
    expect(protect(far, rules({ tailTokens: 250 }))).toEqual({ headEnd: 1, tailStart: 14, island: 7 })
  })

  test('always contains the newest turn', () => {
    expect(protect(blocksOf(user(1), ...turn('a', 9_000)), rules({ last: 0 })).tailStart).toBe(1)
  })
})

describe('when the kept messages do not fit', () => {
  const blocks = blocksOf(user(10), answer(10), user(10), ...turns(20, 100))
  const plan = (tokens: number) =>
    planSurvivors(blocks, { first: 3, last: 20, tailTokens: 400 }, { tokens, summaryOf: () => 50 })
  const sizes = (tokens: number) => [plan(tokens).head.length, plan(tokens).end.length]

  test('shortens the tail, then the head, and keeps the newest question and turn', () => {
    expect(sizes(5_000)).toEqual([3, 10])
    expect(sizes(700)).toEqual([3, 5])
    expect(sizes(200)).toEqual([3, 1])
    expect(sizes(175)).toEqual([1, 2])
    expect(plan(1).end.map(({ messages }) => messages[0]?.role)).toEqual(['user', 'assistant'])
  })

  test('assigns every block to one part', () => {
    for (const tokens of [5_000, 700, 200, 175, 1]) {
      const { head, middle, end } = plan(tokens)
      expect(new Set([...head, ...middle, ...end])).toEqual(new Set(blocks))
    }
  })
})
