import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import type { AppendOptions, SessionStore } from '../../contracts/session-store.js'
import { createMemoryStore } from '../../session/memory-store.js'
import { createAgent } from '../create-agent.js'

/** Notes, by the role of each message, whether a power failure may undo that it was stored. */
function setUp() {
  const memory = createMemoryStore()
  const appends: [string | undefined, AppendOptions['isVolatile']][] = []
  const store: SessionStore = {
    ...memory,
    messages: {
      ...memory.messages,
      append(id, messages, options) {
        appends.push([messages[0]?.message.role, options?.isVolatile])
        return memory.messages.append(id, messages, options)
      },
    },
  }
  const transport = scripted([call('look'), text('Done.')])
  const tools = fakeTools({ look: () => 'seen' })
  return { agent: createAgent({ transport, model: { id: 'm' }, store, tools }), appends }
}

test('a power failure may undo an input that its sender keeps and its answer, but no call of a tool', async () => {
  const { agent, appends } = setUp()
  await agent.run('Look', { isVolatile: true }).result
  expect(appends).toEqual([
    ['user', true],
    ['assistant', false],
    ['tool', false],
    ['assistant', true],
  ])
})

test('a power failure undoes nothing of other turns', async () => {
  const { agent, appends } = setUp()
  await agent.run('Look').result
  expect(appends.map(([, isVolatile]) => isVolatile)).toEqual([false, false, false, false])
})
