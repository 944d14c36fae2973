import { createOpenAI } from '@ai-sdk/openai'
import { isStepCount, jsonSchema, streamText, tool } from 'ai'
import { firstInput, model, noteResult, noteTool, system } from '../conversation.ts'
import type { CreatePeer } from '../peers.ts'

/** Creates a peer with the AI SDK and its provider for chat completions. */
export const createPeer: CreatePeer = ({ baseUrl, resultLength, turns }) => {
  const provider = createOpenAI({ baseURL: baseUrl, apiKey: 'none' })
  const note = tool({
    description: noteTool.description,
    inputSchema: jsonSchema(noteTool.parameters),
    execute: async (args) => noteResult(args, resultLength),
  })
  return async () => {
    const result = streamText({
      model: provider.chat(model),
      instructions: system,
      prompt: firstInput,
      tools: { note },
      stopWhen: isStepCount(turns + 1),
      maxRetries: 0,
    })
    for await (const part of result.stream) {
      if (part.type === 'error') throw part.error
    }
    return result.text
  }
}
