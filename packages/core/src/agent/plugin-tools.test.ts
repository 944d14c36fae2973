import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { AgentOptions } from '../contracts/agent/agent.js'
import type { Plugin } from '../contracts/agent/plugin.js'
import { ConfigError } from '../contracts/errors/errors.js'
import { defineTool, type ToolExecutor } from '../contracts/tools/tool.js'
import { createAgent } from './create-agent.js'

const bringing = (plugin: string, ...names: readonly string[]): Plugin => ({
  name: plugin,
  tools: names.map((name) =>
    defineTool({
      name,
      description: name,
      toolset: plugin,
      effect: 'read',
      concurrency: 'safe',
      guidance: `Use ${name}.`,
      parameters: z.object({ city: z.string() }),
      run: async ({ city }) => `sunny in ${city}`,
    }),
  ),
})

function withoutWithTools(): ToolExecutor {
  const { withTools: _, ...executor } = fakeTools({})
  return executor
}

function agentWith(options: Pick<AgentOptions, 'tools' | 'plugins'>) {
  const transport = scripted([call('forecast', { city: 'Oslo' }), text('done')])
  return { agent: createAgent({ transport, model: { id: 'm' }, ...options }), transport }
}

test('lists and calls the tools of a plugin, and adds their guidance to the prompt', async () => {
  const tools = fakeTools({ look: () => 'seen' })
  const { agent, transport } = agentWith({ tools, plugins: [bringing('weather', 'forecast')] })
  const { messages } = await agent.run('How is the weather?').result
  expect(transport.requests[0]?.tools.map(({ name }) => name)).toEqual(['look', 'forecast'])
  expect(transport.requests[0]?.system).toContain('Use forecast.')
  expect(messages[2]).toMatchObject({ role: 'tool', content: 'sunny in Oslo' })
  expect((await tools.definitions()).map(({ name }) => name)).toEqual(['look'])
})

test.each<[string, Pick<AgentOptions, 'tools' | 'plugins'>, RegExp]>([
  [
    'an agent without tools',
    { plugins: [bringing('weather', 'forecast')] },
    /"weather" brings tools, but this agent has no tool executor/,
  ],
  [
    'an executor without withTools',
    { tools: withoutWithTools(), plugins: [bringing('weather', 'forecast')] },
    /cannot add tools/,
  ],
  [
    'a tool name that is taken',
    { tools: fakeTools({ look: () => '' }), plugins: [bringing('spy', 'look')] },
    /"spy" cannot add a tool "look": the agent already has one/,
  ],
  [
    'a tool name used by two plugins',
    { tools: fakeTools({}), plugins: [bringing('a', 'x'), bringing('b', 'x')] },
    /"b" cannot add a tool "x": the plugin "a" has a tool of this name/,
  ],
])('throws a ConfigError for %s when the agent is created', (_, options, message) => {
  expect(() => agentWith(options)).toThrow(message)
  expect(() => agentWith(options)).toThrow(ConfigError)
})
