import type { ContextUse } from '@hermes/conversations/commands'
import { type ContextEngine, createAgent, createMemoryStore } from '@hermes/core'
import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createStyle } from '../render/style.js'
import { context } from './context-command.js'

const contextWindow = 4_000
const promptSections = [
  { id: 'identity', content: 'You are a careful helper of few words.' },
  { id: 'memory', content: 'The user likes tea, and never coffee.' },
]

async function setUp({ begun = true } = {}) {
  const store = createMemoryStore()
  const tools = fakeTools({ look: () => 'seen '.repeat(300) })
  const engine: ContextEngine = {
    id: 'newest',
    shouldCompress: () => false,
    measure: () => ({ tokens: 900, trigger: 2_000 }),
    compress: async ({ messages }) => ({
      status: 'compressed',
      messages: [{ role: 'user', content: 'Record: They spoke of tea.' }, ...messages.slice(1)],
      state: {},
      tokensBefore: 1_000,
      tokensAfter: 900,
      summary: 'They spoke of tea.',
    }),
  }
  const agent = createAgent({
    transport: scripted([text('Hello.'), call('look', { at: 'everything' }), text('It is there.')]),
    model: { id: 'm', contextWindow },
    store,
    tools,
    prompt: promptSections,
    contextEngine: engine,
  })
  if (begun) {
    await agent.run('Hello', { sessionId: 's' }).result
    await agent.run('Look around', { sessionId: 's' }).result
    await agent.compress('s')
  }
  const model = { provider: 'custom', id: 'm', isOffline: false, contextWindow }
  const printed: string[] = []
  const run = async (args: string) => {
    await context.run(args, {
      runtime: { agent, model, promptSections, store, tools: async () => tools.definitions() },
      conversation: { record: async () => store.sessions.get('s') },
      style: createStyle(false),
      columns: () => 80,
      print: (lines) => void printed.push(lines),
    })
    return printed.splice(0).join('')
  }
  return { run }
}

test('every token of the next request is somewhere', async () => {
  const { run } = await setUp()
  const use: ContextUse = JSON.parse(await run('--json'))
  expect(use).toMatchObject({ model: 'm', contextWindow, compressedAt: 2_000 })
  expect(use.groups.map(({ name }) => name)).toEqual(['system prompt', 'memory', 'tools', 'history'])
  for (const { tokens, parts } of use.groups) expect(tokens).toBe(parts.reduce((sum, part) => sum + part.tokens, 0))
  expect(use.totalTokens).toBe(use.groups.reduce((sum, { tokens }) => sum + tokens, 0))
  expect(use.freeTokens).toBe(contextWindow - use.totalTokens)
  const [system, memory, , history] = use.groups
  expect(system?.parts[0]?.name).toBe('identity')
  expect(memory?.parts.map(({ name }) => name)).toEqual(['memory'])
  expect(history?.parts.map(({ name }) => name).toSorted()).toEqual([
    'results of look',
    'summary',
    'the model',
    'tool calls',
    'you',
  ])
  expect(history?.parts[0]).toMatchObject({ name: 'results of look', tokens: expect.closeTo(300, -2) })
})

test('the window is a plot that can be read without colours, and every row fits', async () => {
  const { run } = await setUp()
  const lines = (await run('')).split('\n')
  expect(lines[0]).toMatch(/^[\d,]+ of 4,000 tokens \([\d.]+ %\) · m$/)
  const plot = lines[1] ?? ''
  expect(plot).toMatch(/^█+▓+▒+■+·*\|·+$/)
  expect(plot.indexOf('|')).toBe(plot.length / 2)
  expect(lines.join('\n')).toMatch(/Compressed at 2,000 tokens \(\|\): [\d,]+ to go/)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('before the first message it shows what that will be sent with', async () => {
  const { run } = await setUp({ begun: false })
  const use: ContextUse = JSON.parse(await run('--json'))
  expect(use.groups.find(({ name }) => name === 'history')?.tokens).toBe(0)
  expect(use.groups.find(({ name }) => name === 'tools')?.parts.map(({ name }) => name)).toEqual(['look'])
})
