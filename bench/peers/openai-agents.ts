import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { firstInput, model, noteResult, noteTool, system } from '../conversation.ts'
import type { CreatePeer } from '../peers.ts'

/** Creates a peer with OpenAI's Agents SDK over chat completions, without its tracing. */
export const createPeer: CreatePeer = ({ baseUrl, resultLength, turns }) => {
  const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: baseUrl, useResponses: false })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const note = tool({
    name: noteTool.name,
    description: noteTool.description,
    parameters: { ...noteTool.parameters, additionalProperties: false },
    execute: async (args) => noteResult(args, resultLength),
  })
  const agent = new Agent({ name: 'bench', instructions: system, model, tools: [note] })
  return async () => {
    const result = await runner.run(agent, firstInput, { stream: true, maxTurns: turns + 1 })
    for await (const _event of result);
    await result.completed
    return result.finalOutput ?? ''
  }
}
