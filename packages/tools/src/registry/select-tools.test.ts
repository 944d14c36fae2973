import { ConfigError, type Tool } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { selectTools } from './select-tools.js'
import { toolsets } from './toolset-table.js'

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

const tools = [
  tool('read_file'),
  tool('write_file'),
  tool('terminal', 'terminal'),
  tool('web_search', 'web'),
  tool('clarify', 'clarify'),
  tool('x', 'mcp-docs'),
  tool('y', 'mcp-issues'),
]
const namesOf = (found: readonly Tool[]) => found.map(({ name }) => name)
const names = (...given: Parameters<typeof selectTools> extends [unknown, ...infer Rest] ? Rest : never) =>
  namesOf(selectTools(tools, ...given))

describe('toolsets', () => {
  test('select tools, directly and through bundles, in registry order', () => {
    expect(names(['terminal', 'file'])).toEqual(['read_file', 'write_file', 'terminal'])
    expect(names(['debugging'])).toEqual(['read_file', 'write_file', 'terminal', 'web_search'])
    expect(names(['mcp-docs'])).toEqual(['x'])
    expect(names(['vision'])).toEqual([])
    expect(names([])).toEqual([])
  })

  test('may be tool names; a toolset with the same name takes precedence', () => {
    expect(names(['read_file', 'x'])).toEqual(['read_file', 'x'])
    const twins = [tool('web', 'file'), tool('other', 'web')]
    expect(namesOf(selectTools(twins, ['web']))).toEqual(['other'])
  })

  test('all selects all tools', () => {
    expect(names(['all'])).toEqual(namesOf(tools))
    expect(names(['*', 'mcp-docs'])).toEqual(namesOf(tools))
    expect(names(['all'], { disabled: ['debugging', 'mcp-*'] })).toEqual(['clarify'])
  })

  test('may be patterns, which need not match', () => {
    expect(names(['mcp-*'])).toEqual(['x', 'y'])
    expect(names(['*-issues'])).toEqual(['y'])
    expect(names(['mcp-none*'])).toEqual([])
    expect(names(['m.p-*'])).toEqual([])
  })

  test('are removed by a minus at any position', () => {
    const all = names(['all'])
    expect(names(['-web', 'all'])).toEqual(all.filter((name) => name !== 'web_search'))
    expect(names(['all', '-write_file', '-mcp-*'])).toEqual(['read_file', 'terminal', 'web_search', 'clarify'])
    expect(names(['-terminal'])).toEqual(all.filter((name) => name !== 'terminal'))
    expect(names(['file', '-file'])).toEqual([])
  })

  test('may be defined by the user, including bundles, where a minus applies within the bundle', () => {
    const custom = { mine: ['safe', 'mcp-docs'], careful: ['file', '-write_file'] }
    expect(names(['mine'], { custom })).toEqual(['web_search', 'x'])
    expect(names(['careful'], { custom })).toEqual(['read_file'])
    expect(names(['careful', 'write_file'], { custom })).toEqual(['read_file', 'write_file'])
    expect(() => names(['mine'], { custom: { mine: ['also'], also: ['mine'] } })).toThrow(/contains itself/)
    expect(names(['web'], { custom: { web: ['web', 'file'] } })).toEqual(['read_file', 'write_file', 'web_search'])
  })

  test('that do not exist are errors that suggest the nearest name', () => {
    expect(() => names(['terminl'])).toThrow(/no toolset "terminl"\. Did you mean "terminal"\?/)
    expect(() => names(['write_fil'])).toThrow(/Did you mean "write_file"/)
    expect(() => names(['zzzzzz'])).toThrow(/The toolsets are .*file.*/)
    expect(() => names(['constructor'])).toThrow(ConfigError)
    expect(() => names(['file'], { disabled: ['fil'] })).toThrow(/Did you mean "file"/)
    expect(() => names(['all', '-terminl'])).toThrow(/Did you mean "terminal"/)
  })
})

describe('every bundle of the table', () => {
  test.each(Object.keys(toolsets))('%s is a valid name, whether or not its tools exist', (name) => {
    expect(selectTools([], [name])).toEqual([])
    expect(names([name]).length).toBeGreaterThan(0)
  })

  test('has skills, schedules and speech in the terminal', () => {
    const more = [tool('skill_view', 'skills'), tool('cronjob', 'cronjob'), tool('text_to_speech', 'tts')]
    expect(selectTools(more, ['hermes-cli'])).toEqual(more)
  })

  test('excludes tools that do not fit the surface', () => {
    expect(names(['hermes-cli'])).toContain('clarify')
    expect(names(['hermes-api-server'])).toEqual(names(['hermes-cli', '-clarify']))
  })

  test('has members that are valid names even when they are empty', () => {
    expect(names(['vision'])).toEqual([])
    expect(() => names(['homeassistant'])).toThrow(ConfigError)
  })
})
