import { type ContextSnapshot, type Message, sanitizeTranscript } from '@hermes/core'
import { contextEngineContract } from '@hermes/testkit/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSlidingWindow } from './sliding-window.js'

contextEngineContract({ name: 'sliding-window', create: () => createSlidingWindow() })

const user = (content: string): Message => ({ role: 'user', content })
const answer = (content: string): Message => ({ role: 'assistant', content })
const iteration = (id: string, size: number): Message[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: 'read_file', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'abc '.repeat(size / 4) },
]
const snapshot = (messages: readonly Message[], contextWindow = 1_000): ContextSnapshot => ({
  sessionId: 's',
  system: '',
  tools: [],
  messages,
  contextWindow,
  state: {},
})
const { signal } = new AbortController()
const engine = createSlidingWindow({ protectFirst: 2, protectLast: 4 })

async function compress(messages: readonly Message[]): Promise<readonly Message[]> {
  const compression = await engine.compress(snapshot(messages), { signal })
  return compression.status === 'compressed' ? compression.messages : messages
}

describe('a compression is due', () => {
  test('when the request reaches its share of the window', () => {
    expect(engine.shouldCompress(snapshot([user('abc '.repeat(400))]))).toBe(false)
    expect(engine.shouldCompress(snapshot([user('abc '.repeat(600))]))).toBe(true)
    expect(engine.shouldCompress(snapshot([user('字'.repeat(900))]))).toBe(true)
  })

  test("by the provider's count, if there is one", () => {
    const measured = { promptTokens: 600, messageCount: 1 }
    expect(engine.shouldCompress({ ...snapshot([user('short')]), measured })).toBe(true)
  })
})

describe('kept messages', () => {
  const middle = Array.from({ length: 40 }, (_, index) => iteration(`c${index}`, 100)).flat()
  const long = [user('the task'), answer('fine'), user('go on'), ...middle]

  test('are the start, the newest user message and the end', async () => {
    const kept = await compress(long)
    expect(kept.slice(0, 3)).toEqual(long.slice(0, 3))
    expect(kept.slice(-4)).toEqual(long.slice(-4))
    expect(kept.length).toBeLessThan(20)
  })

  test('are the same objects', async () => {
    for (const message of await compress(long)) expect(long).toContain(message)
  })

  test('are all messages when none can be removed, and there is no immediate retry', async () => {
    const messages = [user('abc '.repeat(2_000))]
    const compression = await engine.compress(snapshot(messages), { signal })
    expect(compression.status).toBe('skipped')
    expect(engine.shouldCompress({ ...snapshot(messages), state: compression.state })).toBe(false)
  })

  test('form a valid history for any conversation', async () => {
    const exchange = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 400 }), fc.boolean())
      .map(([tools, size, answered]) => [
        user('u'),
        ...Array.from({ length: tools }, (_, index) => iteration(`c${index}`, size)).flat(),
        ...(answered || tools === 0 ? [answer('a')] : []),
      ])
    await fc.assert(
      fc.asyncProperty(fc.array(exchange, { minLength: 1, maxLength: 12 }), async (exchanges) => {
        const messages = exchanges.flat()
        const kept = await compress(messages)
        expect(sanitizeTranscript(kept)).toBe(kept)
        expect(kept).toContain(messages.findLast((message) => message.role === 'user'))
      }),
    )
  })
})
