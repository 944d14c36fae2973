import { defineTool } from '@hermes/core'
import * as z from 'zod'
import { pluginContract } from './plugin-contract.js'
import { toolContract } from './tool-contract.js'

const forecast = () =>
  defineTool({
    name: 'forecast',
    description: 'Tells the weather of a city.',
    toolset: 'weather',
    effect: 'read',
    concurrency: 'safe',
    guidance: 'Ask for the forecast instead of guessing the weather.',
    summarize: ({ city }) => (typeof city === 'string' ? city : ''),
    parameters: z.object({ city: z.string() }),
    run: async ({ city }, { signal }) => {
      signal.throwIfAborted()
      return `sunny in ${city}`
    },
  })

toolContract({ name: 'a tool with a schema', create: forecast, args: { city: 'Oslo' } })
toolContract({
  name: 'a tool without one',
  create: () => ({
    name: 'mcp_forge_merge',
    description: 'Merges.',
    toolset: 'mcp-forge',
    parameters: { type: 'object' },
    effect: 'once',
    concurrency: 'never',
    assess: async () => ({ verdict: 'ask', reasons: ['It merges a branch.'] }),
    run: async () => 'merged',
  }),
  args: {},
})
pluginContract({
  name: 'tools, sections and hooks',
  create: () => ({
    name: 'weather',
    tools: [forecast()],
    promptSections: [
      { id: 'units', content: 'Temperatures are in Celsius.' },
      { id: 'place', stability: 'context', content: ({ userId }) => `You are with ${userId}.` },
    ],
    hooks: { pre_llm_call: () => 'It is summer.', post_tool_call: () => undefined },
  }),
})
