import { call, calls, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { AppendOptions, SessionStore } from '../../contracts/sessions/session-store.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Records, by the role of each message and for the session, whether a power failure may undo that it was stored. */
function setUp(...called: readonly string[]) {
  const memory = createMemoryStore()
  const appends: [string | undefined, AppendOptions['isVolatile']][] = []
  const store: SessionStore = {
    ...memory,
    sessions: {
      ...memory.sessions,
      create(session, options) {
        appends.push(['session', options?.isVolatile])
        return memory.sessions.create(session, options)
      },
    },
    messages: {
      ...memory.messages,
      append(id, messages, options) {
        appends.push([messages[0]?.message.role, options?.isVolatile])
        return memory.messages.append(id, messages, options)
      },
    },
  }
  const transport = scripted([calls(called.map((name) => call(name))), text('Done.')])
  const tools = fakeTools({ look: () => 'seen', change: () => 'changed' }, { look: { effect: 'read' } })
  return { agent: createAgent({ transport, model: { id: 'm' }, store, tools }), appends }
}

test('a power failure may undo an input that its sender keeps and its answer, but no tool call', async () => {
  const { agent, appends } = setUp('change')
  await agent.run('Change', { isVolatile: true }).result
  expect(appends).toEqual([
    ['session', true],
    ['user', true],
    ['assistant', false],
    ['tool', false],
    ['assistant', true],
  ])
})

test('a power failure may undo calls that only read', async () => {
  const { agent, appends } = setUp('look')
  await agent.run('Look').result
  expect(appends).toEqual([
    ['session', true],
    ['user', false],
    ['assistant', true],
    ['tool', true],
    ['assistant', false],
  ])
})

test('a power failure does not undo an answer that calls a tool which may change something', async () => {
  const { agent, appends } = setUp('look', 'change')
  await agent.run('Look and change').result
  expect(appends).toEqual([
    ['session', true],
    ['user', false],
    ['assistant', false],
    ['tool', true],
    ['tool', false],
    ['assistant', false],
  ])
})
