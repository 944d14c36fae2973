import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { AgentOptions } from '../../contracts/agent/agent.js'
import type { Message } from '../../contracts/model/message.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

const session = { sessionId: 's' }

/** Creates agents that each act as a new process and only share the store. */
function setUp(options: Partial<AgentOptions> = {}) {
  const store = createMemoryStore()
  const transport = scripted(['one', 'two', 'three'].map((word) => text(word)))
  const agent = () => createAgent({ transport, model: { id: 'm' }, store, ...options })
  const say = (input: string) => agent().run(input, session).result
  return { store, transport, say }
}

/** Expects each request to start with the messages of the previous one. */
function expectToExtend(requests: readonly { readonly messages: readonly Message[] }[]) {
  for (const [index, { messages }] of requests.entries()) {
    const before = requests[index - 1]?.messages ?? []
    expect(messages.slice(0, before.length)).toEqual(before)
  }
}

test('repeats the context of hooks in requests of later turns', async () => {
  let turns = 0
  const hooks = { pre_llm_call: () => `Context ${++turns}.` }
  const { say, transport, store } = setUp({ plugins: [{ name: 'p', hooks }] })
  for (const input of ['a', 'b', 'c']) await say(input)
  expect(transport.requests).toHaveLength(3)
  expectToExtend(transport.requests)
  const asked = transport.requests[2]?.messages.filter(({ role }) => role === 'user')
  expect(asked?.map(({ content }) => content)).toEqual(['a\n\nContext 1.', 'b\n\nContext 2.', 'c\n\nContext 3.'])
  const stored = await store.messages.load('s')
  expect(stored.map(({ message }) => message.content)).toEqual(['a', 'one', 'b', 'two', 'c', 'three'])
})

test('repeats a budget notice in requests of later turns', async () => {
  const transport = scripted([call('look'), text('one'), text('two')])
  const tools = fakeTools({ look: () => 'seen' })
  const { say } = setUp({ transport, tools, budget: { maxIterations: 2 } })
  await say('a')
  await say('b')
  const results = transport.requests.map(({ messages }) => messages.find(({ role }) => role === 'tool')?.content)
  expect(results[1]).not.toBe('seen')
  expect(results[2]).toBe(results[1])
  expectToExtend(transport.requests)
})

test('does not repeat context that is still shown', async () => {
  const { say, transport } = setUp({ plugins: [{ name: 'p', hooks: { pre_llm_call: () => 'Open: tea.' } }] })
  await say('a')
  await say('b')
  const asked = transport.requests[1]?.messages.filter(({ role }) => role === 'user')
  expect(asked?.map(({ content }) => content)).toEqual(['a\n\nOpen: tea.', 'b'])
})

test('does not apply the context to a message that replaced another one', async () => {
  const { say, transport, store } = setUp({ plugins: [{ name: 'p', hooks: { pre_llm_call: () => undefined } }] })
  await say('a')
  const record = await store.sessions.get('s')
  const shownTexts = [{ place: 0, role: 'user', start: 'another question', text: 'Not for this one.' }]
  await store.sessions.update('s', { notes: { ...record?.notes, shownTexts } })
  await say('b')
  expect(transport.requests[1]?.messages.map(({ content }) => content)).toEqual(['a', 'one', 'b'])
})
