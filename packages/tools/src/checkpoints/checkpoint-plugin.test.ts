import type { ToolFacts } from '@hermes/core'
import type { ToolCallEvent } from '@hermes/core/hooks'
import { expect, test } from 'vitest'
import { checkpointPlugin } from './checkpoint-plugin.js'
import type { Checkpoints } from './checkpoints.js'

/** A turn whose calls are of these tools, and what checkpoints were taken. */
async function turn(...tools: readonly (Partial<ToolFacts> | undefined)[]) {
  const taken: string[] = []
  const none = async () => []
  const checkpoints: Checkpoints = {
    take: async (reason) => {
      taken.push(reason)
      return { id: '1', takenAtMs: 0, reason }
    },
    list: none,
    diff: async () => '',
    restore: () => Promise.reject(new Error('unused')),
    clear: async () => undefined,
  }
  const { pre_llm_call: begin, pre_tool_call: call } = checkpointPlugin({ checkpoints }).hooks ?? {}
  await begin?.({ sessionId: 's', messages: [] })
  for (const tool of tools) await call?.(eventOf(tool))
  return taken
}

function eventOf(tool: Partial<ToolFacts> | undefined): ToolCallEvent {
  const name = tool?.name ?? 'act'
  return {
    sessionId: 's',
    call: { id: '1', type: 'function', function: { name, arguments: '{}' } },
    args: { path: 'a.txt' },
    ...(tool && { tool: { name, toolset: 'test', effect: 'once', ...tool } }),
  }
}

test('a tool of a plugin that says nothing of files gets a checkpoint before its call', async () => {
  expect(await turn({ name: 'forge_merge', toolset: 'mcp-forge' })).toEqual(['before forge_merge a.txt'])
})

test('only the first call of a turn that may change files does', async () => {
  const tools: readonly Partial<ToolFacts>[] = [
    { effect: 'read' },
    { changesFiles: false },
    { changesFiles: ({ path }) => path !== 'a.txt' },
    { name: 'write', effect: 'idempotent' },
    { name: 'again' },
  ]
  expect(await turn(...tools)).toEqual(['before write a.txt'])
})

test('a tool of which nothing is known gets one, and the reason says what a tool says of its call', async () => {
  expect(await turn(undefined)).toEqual(['before act a.txt'])
  expect(await turn({ summarize: () => 'two files' })).toEqual(['before act two files'])
})
