import { call, fakeTools, scripted, text } from '@hermes/testkit'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { AgentOptions } from '../contracts/agent.js'
import { ConfigError } from '../contracts/errors.js'
import type { Plugin } from '../contracts/plugin.js'
import { defineTool, type ToolExecutor } from '../contracts/tool.js'
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

test('the tools of a plugin are listed, guided and called', async () => {
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
    'an executor that takes none',
    { tools: withoutWithTools(), plugins: [bringing('weather', 'forecast')] },
    /takes no further ones/,
  ],
  [
    'a name that is taken',
    { tools: fakeTools({ look: () => '' }), plugins: [bringing('spy', 'look')] },
    /"spy" may not bring a tool "look": there is one already/,
  ],
  [
    'two plugins with a tool of one name',
    { tools: fakeTools({}), plugins: [bringing('a', 'x'), bringing('b', 'x')] },
    /"b" may not bring a tool "x": the plugin "a" has one/,
  ],
])('%s is a ConfigError when the agent is created', (_, options, message) => {
  expect(() => agentWith(options)).toThrow(message)
  expect(() => agentWith(options)).toThrow(ConfigError)
})
