import { ConfigError, type Tool } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
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

  test.each([0, -1, Number.NaN, '5'])('rejects a tool with the time limit %s', (timeoutMs) => {
    const create = () => Reflect.apply(createToolRegistry, undefined, [[{ ...tool('a'), timeoutMs }]])
    expect(create).toThrow(ConfigError)
    expect(create).toThrow(`The tool "a" has the timeoutMs ${timeoutMs}: pass a number of milliseconds above 0`)
  })

  test.each([
    ['none', undefined],
    ['a text', 'object'],
    ['an empty object', {}],
    ['a list of arguments', { city: { type: 'string' } }],
    ['one of another type', { type: 'array' }],
    ['properties that are no schemas', { type: 'object', properties: { city: 'string' } }],
  ])('rejects a tool whose JSON Schema is %s', (_, parameters) => {
    const create = () => Reflect.apply(createToolRegistry, undefined, [[{ ...tool('a'), parameters }]])
    expect(create).toThrow(ConfigError)
    expect(create).toThrow('The tool "a" has `parameters` that are no JSON Schema of an object')
  })

  test('rejects a name that providers refuse, and a library schema in a plain tool', () => {
    expect(() => createToolRegistry([tool('z z!')])).toThrow('"z z!" is not a valid tool name')
    const zod = { ...tool('a'), parameters: z.object({}) }
    expect(() => Reflect.apply(createToolRegistry, undefined, [[zod]])).toThrow('build it with defineTool()')
  })

  test('rejects a name that is taken, unless it is overridden explicitly', () => {
    const registry = createToolRegistry([tool('a'), tool('b')])
    const other = tool('a', 'web')
    expect(() => registry.register(other)).toThrow(ConfigError)
    expect(() => createToolRegistry([tool('a'), tool('a')])).toThrow(/A tool "a" .*already exists/)
    registry.register(other, { override: true })
    expect(registry.list()[0]).toBe(other)
  })
})
