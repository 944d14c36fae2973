import { scripted, text } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import type { ToolDefinition } from '../contracts/model/tool-definition.js'
import type { ToolExecutor } from '../contracts/tools/tool.js'
import { createMemoryStore } from './memory-store.js'

const definition = (name: string, description = 'First words.'): ToolDefinition => ({
  name,
  description,
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
})

/** Creates the current tools. A resumed session gets those that it started with. */
function toolsOf(definitions: readonly ToolDefinition[]): ToolExecutor & { readonly asked: unknown[] } {
  const asked: unknown[] = []
  return {
    asked,
    async definitions(kept) {
      asked.push(kept)
      return kept ? definitions.filter(({ name }) => kept.includes(name)) : definitions
    },
    async *execute() {
      // No answer in these tests calls a tool.
    },
  }
}

function setUp() {
  const store = createMemoryStore()
  return {
    store,
    async say(sessionId: string, tools: ToolExecutor) {
      const transport = scripted([text('yes')])
      await createAgent({ transport, model: { id: 'm' }, store, tools }).chat('hello', { sessionId })
      return transport.requests.at(-1)?.tools
    },
  }
}

describe('the tools of a session', () => {
  test('stay byte for byte as they were at its start, whatever changes later', async () => {
    const { say } = setUp()
    const first = await say('s', toolsOf([definition('b'), definition('a')]))
    const later = toolsOf([definition('new'), definition('a', 'Other words.'), definition('b', 'Other words.')])
    expect(JSON.stringify(await say('s', later))).toBe(JSON.stringify(first))
    expect(later.asked).toEqual([['b', 'a']])
    expect(await say('other', later)).toEqual(await later.definitions())
  })

  test('are removed when they no longer exist', async () => {
    const { say } = setUp()
    await say('s', toolsOf([definition('a'), definition('b')]))
    expect((await say('s', toolsOf([definition('b')])))?.map(({ name }) => name)).toEqual(['b'])
  })

  test('use current descriptions when the session has only stored their names', async () => {
    const { say, store } = setUp()
    await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 0, notes: { tools: ['b', 'gone', 'a'] } })
    const now = [definition('a', 'Other words.'), definition('b')]
    expect(await say('s', toolsOf(now))).toEqual([now[1], now[0]])
  })
})
