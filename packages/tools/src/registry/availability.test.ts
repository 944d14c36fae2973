import { silentLogger, type Tool } from '@hermes/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { availableTools, unavailableReason } from './availability.js'

const options = { variables: { SET: 'x' }, logger: silentLogger }

function tool(name: string, rest: Partial<Tool> = {}): Tool {
  const common = { description: '', parameters: {}, toolset: 't', effect: 'read', concurrency: 'safe' } as const
  return { name, ...common, run: async () => '', ...rest }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('does not wait when a tool answers immediately', () => {
  expect(unavailableReason(tool('a'), options)).toBeUndefined()
  expect(unavailableReason(tool('a', { isAvailable: () => true }), options)).toBeUndefined()
  expect(unavailableReason(tool('a', { isAvailable: () => false }), options)).toContain('not available')
  expect(unavailableReason(tool('a', { requiredVariables: ['SET', 'KEY'] }), options)).toBe('KEY is not set.')
  expect(vi.getTimerCount()).toBe(0)
})

test('omits a tool whose check fails or takes too long', async () => {
  const broken = () => {
    throw new Error('broken')
  }
  const tools = [
    tool('there', { isAvailable: async () => true }),
    tool('throws', { isAvailable: broken }),
    tool('rejects', { isAvailable: async () => broken() }),
    tool('hangs', { isAvailable: () => new Promise(() => undefined) }),
    tool('plain'),
  ]
  const available = availableTools(tools, options)
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await available).map(({ name }) => name)).toEqual(['there', 'plain'])
  expect(vi.getTimerCount()).toBe(0)
})
