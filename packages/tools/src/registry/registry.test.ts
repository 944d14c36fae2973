import { ConfigError, type Tool } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createToolRegistry } from './registry.js'

function tool(name: string, toolset = 'file'): Tool {
  return {
    name,
    toolset,
    description: '',
    parameters: { type: 'object' },
    effect: 'read',
    concurrency: 'safe',
    run: async () => '',
  }
}

describe('a registry', () => {
  test('keeps registration order and counts changes', () => {
    const registry = createToolRegistry([tool('a'), tool('b')])
    const before = registry.generation
    registry.register(tool('c'))
    expect(registry.list().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(registry.unregister('b')).toBe(true)
    expect(registry.unregister('b')).toBe(false)
    expect(registry.get('b')).toBeUndefined()
    expect(registry.generation).toBe(before + 2)
  })

  test.each([
    ['no function to run', { run: 'echo' }],
    ['an unknown effect', { effect: 'sometimes' }],
  ])('rejects a tool with %s', (_, wrong) => {
    const create = () => Reflect.apply(createToolRegistry, undefined, [[{ ...tool('a'), ...wrong }]])
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(/The tool "a" .*: pass /)
  })

  test('rejects a name in use, unless it is overridden explicitly', () => {
    const registry = createToolRegistry([tool('a'), tool('b')])
    const other = tool('a', 'web')
    expect(() => registry.register(other)).toThrow(ConfigError)
    expect(() => createToolRegistry([tool('a'), tool('a')])).toThrow(/A tool "a" .*already exists/)
    registry.register(other, { override: true })
    expect(registry.list()[0]).toBe(other)
  })
})
