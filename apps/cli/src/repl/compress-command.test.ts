import { type CompressOptions, type ContextEngine, createAgent, createMemoryStore } from '@hermes/core'
import { scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createStyle } from '../render/style.js'
import { compress } from './compress-command.js'

async function setUp({ turns = 2 } = {}) {
  const orders: CompressOptions[] = []
  const engine: ContextEngine = {
    id: 'newest',
    shouldCompress: () => false,
    async compress({ messages, state }, options) {
      orders.push(options)
      if (messages.length < 4) return { status: 'skipped', reason: 'It is short.', state }
      return { status: 'compressed', messages: messages.slice(-2), state, tokensBefore: 4000, tokensAfter: 1000 }
    },
  }
  const store = createMemoryStore()
  const agent = createAgent({
    transport: scripted([text('one'), text('two')]),
    model: { id: 'm' },
    store,
    contextEngine: engine,
  })
  for (let turn = 1; turn <= turns; turn++) await agent.run('hello', { sessionId: 's' }).result
  const printed: string[] = []
  const statuses: string[] = []
  const run = (args: string) =>
    compress.run(args, {
      runtime: { agent },
      conversation: { record: async () => store.sessions.get('s') },
      style: createStyle(false),
      print: (line) => void printed.push(line),
      async busy(status, work) {
        statuses.push(status)
        return work(new AbortController().signal)
      },
    })
  return { run, orders, printed, statuses }
}

test.each([
  ['', {}],
  ['the database schema', { focusTopic: 'the database schema' }],
  ['here', { keepLast: 2 }],
  ['here 5', { keepLast: 5 }],
  ['here 0', { keepLast: 1 }],
  ['hereafter', { focusTopic: 'hereafter' }],
])('/compress %s', async (args, order) => {
  const { run, orders, printed, statuses } = await setUp()
  expect(await run(args)).toBe('stay')
  expect(orders).toEqual([{ ...order, force: true, signal: expect.any(AbortSignal) }])
  expect(statuses).toEqual(['compressing the conversation'])
  expect(printed.join('')).toMatch(/^Compressed: 4\.0k → 1\.0k tokens \(75 % less\) in \d+m?s\n$/)
})

test('says why nothing was compressed', async () => {
  const short = await setUp({ turns: 1 })
  await short.run('')
  expect(short.printed).toEqual(['Not compressed: It is short.\n'])
  const unbegun = await setUp({ turns: 0 })
  await unbegun.run('')
  expect(unbegun.printed).toEqual(['There is nothing to compress yet.\n'])
})
