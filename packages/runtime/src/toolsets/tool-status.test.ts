import { silentLogger, type Tool } from '@hermes/core'
import { createToolRegistry } from '@hermes/tools'
import { expect, test } from 'vitest'
import { describeTools } from './tool-status.js'

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    description: `${name} does something.`,
    toolset: 'test',
    parameters: { type: 'object' },
    effect: 'read',
    concurrency: 'safe',
    run: async () => '',
    ...more,
  }
}

test('reports each tool as available, off, or unavailable with the missing requirement', async () => {
  const tools = [
    tool('plain'),
    tool('keyed', { requiredVariables: ['SEARCH_KEY', 'SEARCH_ID'] }),
    tool('away', { isAvailable: () => false }),
    tool('broken', { isAvailable: () => Promise.reject(new Error('no')) }),
    tool('unwanted', { isAvailable: () => Promise.reject(new Error('never asked')) }),
  ]
  const found = await describeTools({
    registry: createToolRegistry(tools),
    selected: tools.slice(0, 4),
    variables: { SEARCH_ID: 'x' },
    logger: silentLogger,
  })
  expect(found.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['plain', 'available', undefined],
    ['keyed', 'unavailable', 'SEARCH_KEY is not set.'],
    ['away', 'unavailable', expect.stringContaining('not available here')],
    ['broken', 'unavailable', expect.stringContaining('check failed')],
    ['unwanted', 'off', undefined],
  ])
})
