import { fakeTools, scripted } from '@hermes/testkit'
import { expect, test } from 'vitest'
import { createAgent } from '../agent/create-agent.js'
import { ConfigError } from '../contracts/errors/errors.js'

const tool = {
  name: 'act',
  description: 'Acts.',
  parameters: { type: 'object', properties: {} },
  toolset: 'p',
  effect: 'read',
  concurrency: 'safe',
  run: async () => '',
}

/** Creates an agent as a program without types does. */
const create = (...plugins: readonly unknown[]) =>
  Reflect.apply(createAgent, undefined, [
    { transport: scripted([]), model: { id: 'm' }, tools: fakeTools({}), plugins },
  ])

test.each<[string, unknown, string]>([
  ['undefined', undefined, 'plugins.0 is undefined, and no plugin'],
  ['a function', () => undefined, 'plugins.0 is a function, and no plugin'],
  ['one without a name', { tools: [] }, 'plugins.0 is a plugin without a name'],
  ['one with an empty name', { name: ' ' }, 'plugins.0 is a plugin without a name'],
  ['tools that are no list', { name: 'p', tools: {} }, 'The plugin "p" has `tools` that are no list'],
  ['a tool that is none', { name: 'p', tools: [undefined] }, 'The plugin "p" has no tool at tools.0'],
  [
    'a section that is none',
    { name: 'p', promptSections: [{ id: 'x' }] },
    'The plugin "p" has no section at promptSections.0',
  ],
  ['a command that is none', { name: 'p', commands: [{ name: 'x' }] }, 'The plugin "p" has no command at commands.0'],
  [
    'a command with a slash',
    { name: 'p', commands: [{ name: '/x', description: 'x', run: async () => '' }] },
    'The plugin "p" has a command named "/x"',
  ],
  ['hooks that are no object', { name: 'p', hooks: [] }, 'The plugin "p" has `hooks` that are no object'],
  ['a hook that does not exist', { name: 'p', hooks: { pre_tool: () => 0 } }, 'The plugin "p" has a hook "pre_tool"'],
  [
    'a tool name that providers refuse',
    { name: 'p', tools: [{ ...tool, name: 'z z!' }] },
    '"z z!", the name of a tool of the plugin "p", is not a valid tool name',
  ],
  [
    'a time limit of 0',
    { name: 'p', tools: [{ ...tool, timeoutMs: 0 }] },
    'The tool "act" of the plugin "p" has the timeoutMs 0',
  ],
  [
    'parameters that are no schema',
    { name: 'p', tools: [{ ...tool, parameters: { city: 'string' } }] },
    'The tool "act" of the plugin "p" has `parameters` that are no JSON Schema',
  ],
])('rejects %s as a plugin, and names it', (_, plugin, sentence) => {
  expect(() => create(plugin)).toThrow(ConfigError)
  expect(() => create(plugin)).toThrow(sentence)
})

test('rejects two plugins with the same name', () => {
  expect(() => create({ name: 'p' }, { name: 'q' }, { name: 'p' })).toThrow('Two plugins have the name "p"')
})

test('accepts a plugin with each part, including an instance of a class', () => {
  class Own {
    readonly name = 'own'
    get tools() {
      return [tool]
    }
  }
  const commands = [{ name: 'weather:report', description: 'report', run: async () => '' }]
  const promptSections = [{ id: 'a', content: () => 'A.' }]
  expect(() => create(new Own(), { name: 'p', commands, promptSections, hooks: {} })).not.toThrow()
})

test('rejects an unknown limit of the budget', () => {
  const budgeted = (budget: object) => () =>
    Reflect.apply(createAgent, undefined, [{ transport: scripted([]), model: { id: 'm' }, budget }])
  expect(budgeted({ iterations: 3 })).toThrow(ConfigError)
  expect(budgeted({ iterations: 3 })).toThrow('budget.iterations does not exist: use maxIterations,')
  expect(budgeted({ maxIterations: 3, warnings: false })).not.toThrow()
})
