import type { Message, ToolDefinition } from '@hermes/core'
import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { createTokenCounter } from './token-counter.js'

const text = 'A ferry crosses the sound twice a day; `npm run ferry -- --late` tells when. 渡轮 🚢'
const answer: Message = {
  role: 'assistant',
  content: 'Looking.',
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"timetable.txt"}' } }],
}

describe('before a tokenizer is loaded', () => {
  test('counts are close estimates', () => {
    const counter = createTokenCounter({ model: 'gpt-5.2' })
    expect(counter.method).toBe('estimate')
    expect(counter.countText(text) / encode(text).length).toBeCloseTo(1, 0)
  })

  test('a message is counted with its calls, pictures and overhead', () => {
    const { countMessage, countText } = createTokenCounter({ model: 'gpt-5.2' })
    const said = countText('Looking.')
    expect(countMessage({ role: 'assistant', content: 'Looking.' })).toBeGreaterThan(said)
    expect(countMessage(answer)).toBeGreaterThan(said + countText('{"path":"timetable.txt"}'))
    const picture = (detail: 'low' | 'high'): Message => ({
      role: 'user',
      content: [
        { type: 'text', text: 'See?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(100_000)}`, detail } },
      ],
    })
    expect(countMessage(picture('low'))).toBeLessThan(200)
    expect(countMessage(picture('high'))).toBeLessThan(2_000)
    expect(countMessage(picture('high'))).toBeGreaterThan(1_000)
  })

  test('a family without a public tokenizer keeps the estimate', async () => {
    const counter = createTokenCounter({ model: 'anthropic/claude-sonnet-5' })
    const estimated = counter.countText(text)
    expect(await counter.load()).toBe(false)
    expect(counter.method).toBe('estimate')
    expect(counter.countText(text)).toBe(estimated)
  })
})

describe('after a tokenizer is loaded', () => {
  test('counts are exact, including those of earlier messages', async () => {
    const counter = createTokenCounter({ model: 'gpt-5.2' })
    const message: Message = { role: 'user', content: text }
    counter.countMessage(message)
    expect(await counter.load()).toBe(true)
    expect(counter.method).toBe('tokenizer')
    expect(counter.countText(text)).toBe(encode(text).length)
    expect(counter.countMessage(message) - counter.countMessage({ role: 'user', content: '' })).toBe(
      encode(text).length,
    )
  })

  test('control tokens count as text', async () => {
    const counter = createTokenCounter({ model: 'gpt-5.2' })
    await counter.load()
    expect(counter.countText('<|endoftext|> and <|im_start|>system')).toBeGreaterThan(8)
  })

  test('counts of a family without its own vocabulary are corrected', async () => {
    const exact = createTokenCounter({ model: 'gpt-5.2' })
    const corrected = createTokenCounter({ model: 'qwen3-coder' })
    await Promise.all([exact.load(), corrected.load()])
    // In Qwen's vocabulary each digit is a token.
    const digits = '4711 1234 9876 5555 '.repeat(20)
    expect(corrected.countText(digits)).toBeGreaterThan(1.3 * exact.countText(digits))
    expect(corrected.countText(text) / exact.countText(text)).toBeCloseTo(1, 0)
  })

  test('counts of any text are non-negative integers', async () => {
    const counter = createTokenCounter({ model: 'gpt-5.2' })
    await counter.load()
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string())
    fc.assert(
      fc.property(anything, (value) => {
        expect(Number.isInteger(counter.countText(value))).toBe(true)
        expect(counter.countText(value) > 0).toBe(value.length > 0)
      }),
    )
  })
})

describe('caches the count of each message', () => {
  test('in a history of any length', () => {
    const { countMessages } = createTokenCounter({ model: 'gpt-5.2' })
    let reads = 0
    const messages = Array.from({ length: 200 }, (_, index): Message => {
      return {
        role: 'user',
        get content() {
          reads += 1
          return `Message ${index}.`
        },
      }
    })
    const total = countMessages(messages)
    const readsOfFirst = reads
    expect(countMessages(messages)).toBe(total)
    expect(reads).toBe(readsOfFirst)
    const added: Message = { role: 'user', content: 'One more.' }
    expect(countMessages([...messages, added])).toBe(total + countMessages([added]))
    expect(reads).toBe(readsOfFirst)
  })
})

/** Byte-pair encoding takes time quadratic in the length of a run. Without a bound, each of these would take hours. */
describe.each([
  ['one letter', 'a'.repeat(1_000_000)],
  ['one symbol', '='.repeat(1_000_000)],
  ['spaces', ' '.repeat(1_000_000)],
  ['line breaks', '\n'.repeat(1_000_000)],
  ['spaces and line breaks', ' \n'.repeat(500_000)],
  ['base64', 'aGVsbG8gd29ybGQ'.repeat(70_000)],
  ['one Chinese character', '字'.repeat(300_000)],
  ['emoji', '👍'.repeat(200_000)],
  ['combining marks', `e${'\u0301'.repeat(300_000)}`],
])('a million characters of %s', (_, long) => {
  test('are counted with and without a tokenizer', async () => {
    const counter = createTokenCounter({ model: 'gpt-5.2' })
    const estimated = counter.countText(long)
    expect(estimated).toBeGreaterThan(1_000)
    await counter.load()
    const counted = counter.countText(long)
    expect(counted).toBeGreaterThan(1_000)
    expect(counted).toBeLessThanOrEqual(long.length * 2)
  })
})

test('detects the family from the model name', () => {
  const familyOf = (model: string) => createTokenCounter({ model }).family
  const families = {
    o200k: ['gpt-4o', 'gpt-4.1-mini', 'gpt-5.2', 'openai/o3', 'chatgpt-4o-latest', 'some-new-model'],
    cl100k: ['gpt-4', 'gpt-4-turbo', 'openai/gpt-3.5-turbo', 'gpt-4-0613'],
    claude: ['claude-3-5-sonnet-20241022', 'claude-opus-4-20250514', 'anthropic/claude-sonnet-4.5', 'claude-haiku-4-5'],
    'claude-4.7': [
      'claude-opus-4-7',
      'anthropic/claude-sonnet-5',
      'claude-opus-4.8',
      'us.anthropic.claude-opus-5-v1:0',
    ],
    gemini: ['google/gemini-3-pro-preview', 'gemma-3-27b-it'],
    llama: ['meta-llama/llama-3.3-70b-instruct', 'nousresearch/hermes-4-405b'],
    qwen: ['qwen/qwen3-coder', 'qwq-32b'],
    deepseek: ['deepseek/deepseek-v3.2', 'deepseek-r1-distill-llama-70b'],
  }
  for (const [family, models] of Object.entries(families)) {
    expect(models.map((model) => [model, familyOf(model)])).toEqual(models.map((model) => [model, family]))
  }
})

describe('tools', () => {
  const tool: ToolDefinition = {
    name: 'read_file',
    description: 'Reads a file.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Absolute, or relative to the working folder.' } },
    },
  }
  const { countTools } = createTokenCounter({ model: 'gpt-5.2' })

  test('are counted with the names and descriptions of their parameters', () => {
    expect(countTools([])).toBe(0)
    const one = countTools([tool])
    expect(one).toBeGreaterThan(20)
    expect(one).toBeLessThan(80)
    const nested = { type: 'object', properties: { range: { type: 'array', items: tool.parameters } } }
    expect(countTools([{ ...tool, parameters: nested }])).toBeGreaterThan(one)
    const choice = { type: 'object', properties: { path: { enum: ['one', 'two', 'three'] } } }
    expect(countTools([{ ...tool, parameters: choice }])).toBeGreaterThan(20)
  })

  test('share a fixed overhead', () => {
    expect(countTools([tool, tool])).toBeLessThan(2 * countTools([tool]))
  })
})
