import { ConfigError, type Tool } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createToolRegistry } from './registry.js'
import { selectTools } from './toolsets.js'

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

describe('toolsets', () => {
  const tools = [
    tool('read_file'),
    tool('terminal', 'terminal'),
    tool('web_search', 'web'),
    tool('board', 'kanban'),
    tool('x', 'mcp-docs'),
  ]
  const names = (...given: Parameters<typeof selectTools> extends [unknown, ...infer Rest] ? Rest : never) =>
    selectTools(tools, ...given).map(({ name }) => name)

  test('select tools, alone and as bundles, in the order of the registry', () => {
    expect(names(['terminal', 'file'])).toEqual(['read_file', 'terminal'])
    expect(names(['debugging'])).toEqual(['read_file', 'terminal', 'web_search'])
    expect(names(['mcp-docs'])).toEqual(['x'])
    expect(names(['vision'])).toEqual([])
    expect(names([])).toEqual([])
  })

  test('all means all but what makes no sense everywhere', () => {
    expect(names(['all'])).toEqual(['read_file', 'terminal', 'web_search', 'x'])
    expect(names(['*', 'kanban'])).toEqual(tools.map(({ name }) => name))
    expect(names(['all'], { disabled: ['debugging'] })).toEqual(['x'])
  })

  test("may be the user's own", () => {
    expect(names(['mine'], { custom: { mine: ['safe', 'mcp-docs'] } })).toEqual(['web_search', 'x'])
    expect(() => names(['mine'], { custom: { mine: ['also'], also: ['mine'] } })).toThrow(/contains itself/)
  })

  test('that do not exist are errors with the nearest name', () => {
    expect(() => names(['terminl'])).toThrow(/no toolset "terminl"\. Did you mean "terminal"\?/)
    expect(() => names(['zzzzzz'])).toThrow(/The toolsets are .*file.*/)
    expect(() => names(['constructor'])).toThrow(ConfigError)
    expect(() => names(['file'], { disabled: ['fil'] })).toThrow(/Did you mean "file"/)
  })
})
