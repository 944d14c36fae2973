import type { ToolFacts } from '@hermes/core'
import type { ToolCallEvent } from '@hermes/core/hooks'
import { expect, test } from 'vitest'
import { checkpointPlugin } from './checkpoint-plugin.js'
import type { Checkpoints } from './checkpoints.js'

/** Runs a turn that calls these tools and returns the checkpoints taken. */
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

test('takes a checkpoint before a plugin tool that does not declare file changes', async () => {
  expect(await turn({ name: 'forge_merge', toolset: 'mcp-forge' })).toEqual(['before forge_merge a.txt'])
})

test('takes one checkpoint per turn, before the first call that may change files', async () => {
  const tools: readonly Partial<ToolFacts>[] = [
    { effect: 'read' },
    { changesFiles: false },
    { changesFiles: ({ path }) => path !== 'a.txt' },
    { name: 'write', effect: 'idempotent' },
    { name: 'again' },
  ]
  expect(await turn(...tools)).toEqual(['before write a.txt'])
})

test('takes a checkpoint before an unknown tool, and uses the summary of the tool as the reason', async () => {
  expect(await turn(undefined)).toEqual(['before act a.txt'])
  expect(await turn({ summarize: () => 'two files' })).toEqual(['before act two files'])
})

test('takes a further checkpoint before each call that may discard work', async () => {
  const drops = { name: 'reset', dropsWork: ({ path }: { path?: unknown }) => path === 'a.txt' }
  expect(await turn({ name: 'write' }, { name: 'again' }, drops, drops)).toEqual([
    'before write a.txt',
    'before reset a.txt',
    'before reset a.txt',
  ])
  expect(await turn({ name: 'write' }, { dropsWork: false })).toEqual(['before write a.txt'])
})
