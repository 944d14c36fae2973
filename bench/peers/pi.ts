import { Agent, type AgentTool } from '@earendil-works/pi-agent-core'
import { type Model, Type } from '@earendil-works/pi-ai'
import { openAICompletionsApi } from '@earendil-works/pi-ai/api/openai-completions.lazy'
import { firstInput, model as id, noteResult, noteTool, system } from '../conversation.ts'
import type { CreatePeer } from '../peers.ts'

/** Creates a peer with the agent core of pi, without its session files. */
export const createPeer: CreatePeer = ({ baseUrl, resultLength }) => {
  const { streamSimple } = openAICompletionsApi()
  return async () => {
    const initialState = { systemPrompt: system, model: createModel(baseUrl), tools: [createNote(resultLength)] }
    const agent = new Agent({ initialState, streamFn: streamSimple, getApiKey: () => 'none' })
    let answer = ''
    agent.subscribe((event) => {
      if (event.type !== 'message_end' || event.message.role !== 'assistant') return
      if (event.message.errorMessage) throw new Error(event.message.errorMessage)
      answer = event.message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    })
    await agent.prompt(firstInput)
    return answer
  }
}

function createModel(baseUrl: string): Model<'openai-completions'> {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  const limits = { contextWindow: 10_000_000, maxTokens: 4096 }
  return {
    ...{ id, name: id, api: 'openai-completions', provider: 'custom', baseUrl },
    ...{ reasoning: false, input: ['text'], cost, ...limits },
  }
}

function createNote(resultLength: number): AgentTool {
  return {
    ...noteTool,
    label: noteTool.name,
    parameters: Type.Object({ turn: Type.Integer({ description: noteTool.parameters.properties.turn.description }) }),
    execute: async (_id, args) => ({
      content: [{ type: 'text', text: noteResult(args, resultLength) }],
      details: undefined,
    }),
  }
}
