import type { Tool } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { clarifyTools, fileTools } from '@hermes/tools'
import { expect, test } from 'vitest'
import { knownConcurrency } from './known-concurrency.js'

test('returns what existing tools declare', async () => {
  await using environment = createLocalEnvironment({ workingDirectory: '/', variables: {} })
  const calls = [{ path: 'a' }, { path: 'a', mode: 'patch' }, {}]
  for (const tool of fileTools({ environment })) {
    const pathsOf = (concurrency: Tool['concurrency'] | undefined) =>
      typeof concurrency === 'object' ? calls.map((args) => concurrency.paths(args)) : concurrency
    expect(pathsOf(knownConcurrency(tool.name)), tool.name).toEqual(pathsOf(tool.concurrency))
  }
  for (const tool of clarifyTools()) expect(knownConcurrency(tool.name) ?? 'never').toBe(tool.concurrency)
})

test('treats tools of opted-in servers as safe', () => {
  const concurrencyOf = (name: string) => knownConcurrency(name, { parallelMcpServers: ['docs', 'my-server'] })
  const opted = ['mcp__docs__get', 'mcp_docs_find', 'mcp__my-server__get', 'mcp_my_server_find']
  expect(opted.map(concurrencyOf)).toEqual(opted.map(() => 'safe'))
  const others = ['mcp__docs__', 'mcp__docs2__get', 'mcp__other__get', 'unknown_tool']
  expect(others.map(concurrencyOf)).toEqual(others.map(() => undefined))
})
