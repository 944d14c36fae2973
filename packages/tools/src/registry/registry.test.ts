import { ConfigError, type Tool } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { registerPluginTools } from './register-plugin-tools.js'
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
  test('keeps tools in their order and counts changes', () => {
    const registry = createToolRegistry([tool('a'), tool('b')])
    const before = registry.generation
    registry.register(tool('c'))
    expect(registry.list().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(registry.unregister('b')).toBe(true)
    expect(registry.unregister('b')).toBe(false)
    expect(registry.get('b')).toBeUndefined()
    expect(registry.generation).toBe(before + 2)
  })

  test('refuses a name that is taken, unless the override is explicit', () => {
    const registry = createToolRegistry([tool('a'), tool('b')])
    const other = tool('a', 'web')
    expect(() => registry.register(other)).toThrow(ConfigError)
    expect(() => createToolRegistry([tool('a'), tool('a')])).toThrow(/already a tool "a"/)
    registry.register(other, { override: true })
    expect(registry.list()[0]).toBe(other)
  })
})

describe('tools of plugins', () => {
  const plugin = (name: string, ...tools: readonly Tool[]) => ({ name, tools })

  test('join the others', () => {
    const registry = createToolRegistry([tool('a')])
    registerPluginTools(registry, [plugin('p', tool('b')), plugin('q', tool('c')), { name: 'none' }])
    expect(registry.list().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  test('replace another tool only where the user lets them', () => {
    const other = tool('a', 'web')
    const registry = createToolRegistry([tool('a')])
    expect(() => registerPluginTools(registry, [plugin('p', tool('b'), other)])).toThrow(
      /plugin "p" may not bring a tool "a"/,
    )
    expect(registry.list()).toHaveLength(1)
    registerPluginTools(registry, [plugin('p', other)], { mayReplace: ['a'] })
    expect(registry.get('a')).toBe(other)
  })

  test('of the same name are refused: their order must not decide', () => {
    const both = [plugin('p', tool('x')), plugin('q', tool('x'))]
    expect(() => registerPluginTools(createToolRegistry(), both, { mayReplace: ['*'] })).toThrow(
      /the plugin "p" has one/,
    )
    expect(() => registerPluginTools(createToolRegistry(), [plugin('p', tool('x'), tool('x'))])).toThrow(ConfigError)
  })
})
