import { ConfigError, defineTool, type Tool, type ToolTraits } from '@hermes/core'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { toolsForChild } from './child-tools.js'

const tool = (name: string, toolset: string, traits: ToolTraits = {}): Tool =>
  defineTool({
    ...traits,
    name,
    description: name,
    toolset,
    parameters: z.object({}),
    effect: 'read',
    concurrency: 'safe',
    run: async () => '',
  })

const parents = [
  tool('read_file', 'file'),
  tool('terminal', 'terminal'),
  tool('weather', 'weather', { delegable: true }),
  tool('diary', 'diary', { delegable: false }),
]
const names = (toolsets?: readonly string[]) =>
  toolsForChild(parents, toolsets ? { toolsets } : {}).map(({ name }) => name)

test('gives a child the delegable tools of its parent', () => {
  expect(names()).toEqual(['read_file', 'terminal', 'weather'])
  expect(names(['all'])).toEqual(['read_file', 'terminal', 'weather'])
})

test('limits requested toolsets to those of the parent', () => {
  expect(names(['file', 'web'])).toEqual(['read_file'])
  expect(names([])).toEqual([])
})

test('accepts toolsets defined by the user', () => {
  const custom = { reading: ['all', '-terminal', '-weather'] }
  expect(toolsForChild(parents, { toolsets: ['reading'] }, { custom }).map(({ name }) => name)).toEqual(['read_file'])
})

test('rejects unknown toolsets and an empty result', () => {
  expect(() => names(['web'])).toThrow(/no tools of web: choose out of file, terminal/)
  expect(() => names(['diary'])).toThrow(ConfigError)
  expect(() => names(['fille'])).toThrow(/Did you mean "file"/)
})
