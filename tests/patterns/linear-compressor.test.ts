import { createCompressor, createSlidingWindow, pruneMessages } from '@hermes/compressor'
import type { ContextSnapshot, Message } from '@hermes/core'
import { describe, expect, test } from 'vitest'

/** The elements of hostile or unusual messages: words and characters that the compressor's rules search for. */
const units = [
  'do not ',
  'forget ',
  'on second ',
  'at least at ',
  'keep in ',
  'step by step next ',
  'a.b ',
  'x=1 ',
  '/a/b ',
  'https://a.b/',
  '1',
  '#',
  '- ',
  '`',
  '```\n',
  '{"a":',
  '[',
  '"',
  '\n',
  '\t ',
  'Error: ',
  '从现在',
  'на не ',
  'é\u0301',
  '?',
  'Ok. ',
]
const short = 40_000
const longer = 4
/**
 * The growth that counts as slow: for four times the text, linear work takes four times as long, and quadratic work 16
 * times.
 */
const slowGrowth = 9
/** The CPU time in milliseconds below which growth is not meaningful. */
const slowMs = 150

const signal = new AbortController().signal
const timeoutMs = 300_000

describe.each(['user', 'assistant', 'tool'] as const)('a message with the role %s', (role) => {
  test.each(units)(
    'is compressed in linear time when made of %j',
    async (unit) => {
      const after = await fastest(unit, short * longer, role)
      if (after < slowMs) return expect(after).toBeLessThan(slowMs)
      expect(after / (await fastest(unit, short, role))).toBeLessThan(slowGrowth)
    },
    timeoutMs,
  )
})

/** Returns the faster of two tries, to ignore other work on the machine. */
async function fastest(unit: string, length: number, role: 'user' | 'assistant' | 'tool'): Promise<number> {
  const messages = historyWith(unit.repeat(Math.ceil(length / unit.length)), role)
  const first = await timeOf(messages)
  return first < slowMs ? first : Math.min(first, await timeOf(messages))
}

async function timeOf(messages: readonly Message[]): Promise<number> {
  const context: ContextSnapshot = {
    sessionId: 's',
    system: 'You help.',
    tools: [],
    messages,
    contextWindow: 16_000,
    state: {},
  }
  const start = process.cpuUsage()
  await createCompressor().compress(context, { signal, force: true, focusTopic: 'the kettle' })
  await createSlidingWindow().compress(context, { signal, force: true })
  pruneMessages(messages, {})
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function historyWith(text: string, role: 'user' | 'assistant' | 'tool'): readonly Message[] {
  const call = { id: 'c', type: 'function', function: { name: 'read_file', arguments: '{"path":"a"}' } } as const
  const odd: readonly Message[] =
    role === 'tool'
      ? [
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'c', content: text },
        ]
      : [{ role, content: text }]
  const talk = Array.from({ length: 30 }, (_, index): readonly Message[] => [
    { role: 'user', content: `Question ${index}: where is the kettle?` },
    { role: 'assistant', content: `Answer ${index}: on the stove, at ${index} degrees.` },
  ]).flat()
  return [...talk.slice(0, 12), { role: 'user', content: 'Look at this.' }, ...odd, ...talk.slice(12)]
}
