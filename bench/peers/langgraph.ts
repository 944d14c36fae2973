import { AIMessageChunk } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI } from '@langchain/openai'
import { firstInput, model, noteResult, noteTool, system } from '../conversation.ts'
import type { CreatePeer } from '../peers.ts'

/** Creates a peer with LangGraph's loop of a model node and a tool node, without a checkpointer. */
export const createPeer: CreatePeer = ({ baseUrl, resultLength, turns }) => {
  const { name, description, parameters: schema } = noteTool
  const note = tool(async (args: unknown) => noteResult(args, resultLength), { name, description, schema })
  const chat = new ChatOpenAI({
    model,
    apiKey: 'none',
    maxRetries: 0,
    streaming: true,
    configuration: { baseURL: baseUrl },
  })
  const chatWithTools = chat.bindTools([note])
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({
      messages: [await chatWithTools.invoke([{ role: 'system', content: system }, ...messages])],
    }))
    .addNode('tools', new ToolNode([note]))
    .addEdge(START, 'agent')
    .addConditionalEdges('agent', toolsCondition, ['tools', END])
    .addEdge('tools', 'agent')
    .compile()
  return async () => {
    const input = { messages: [{ role: 'user', content: firstInput }] }
    let answer = ''
    for await (const [message] of await graph.stream(input, {
      streamMode: 'messages',
      recursionLimit: 2 * turns + 2,
    })) {
      if (AIMessageChunk.isInstance(message)) answer += message.text
    }
    return answer
  }
}
