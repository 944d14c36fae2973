import type { JsonObject } from '@hermes/core'
import { pluginContract, toolContract } from '@hermes/testkit/contracts'
import { afterAll, expect, test } from 'vitest'
import { openBuiltIns } from '../../testing/open-built-ins.js'

const builtIns = await openBuiltIns()
afterAll(() => builtIns[Symbol.asyncDispose]())

/** Calls that work without a network. */
const working: Readonly<Record<string, JsonObject>> = {
  read_file: { path: 'a.txt' },
  write_file: { path: 'b.txt', content: 'pears\n' },
  search_files: { pattern: 'apples' },
  terminal: { command: 'true' },
  process: { action: 'list' },
  todo: {},
  session_search: {},
  cronjob: { action: 'list' },
  delegations: { action: 'list' },
}

for (const tool of builtIns.tools) {
  const args = working[tool.name]
  toolContract({ name: tool.name, create: () => tool, ...(args && { args }) })
}
for (const feature of builtIns.features) {
  const { [Symbol.asyncDispose]: _, ...plugin } = feature
  pluginContract({ name: feature.name, create: () => plugin })
}

test('requires every built-in tool to be read-only or to assess its calls', () => {
  const silent = builtIns.tools.filter(({ effect, assess }) => effect !== 'read' && !assess)
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('has a working call for every tool', () => {
  const names = builtIns.tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(working)))
})
