import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { type Dialect, dialectOf } from './dialect.js'
import { toWireJson } from './json.js'
import { replayStateFor } from './replay.js'
import { toWireMessage } from './to-wire-message.js'

/** Writes the bodies of one transport's requests. */
export interface RequestWriter {
  /** The JSON text of the request. */
  write(request: ModelRequest, streaming: boolean): string
}

interface Fragment {
  readonly model: string
  readonly json: string
}

/**
 * Each frozen message is converted once and remembered by identity, so that a long history costs what is new, and its
 * bytes are the same in every request.
 */
export function createRequestWriter(target: { readonly id: string; readonly baseUrl: string }): RequestWriter {
  const origin = new URL(target.baseUrl).origin
  const dialect = dialectOf(target.baseUrl)
  const messageFragments = new WeakMap<Message, Fragment>()
  const toolFragments = new WeakMap<readonly ToolDefinition[], string>()

  function messageJson(message: Message, model: string): string {
    const known = messageFragments.get(message)
    // Only an answer depends on the model that is asked: its replay state does.
    if (known && (message.role !== 'assistant' || known.model === model)) return known.json
    const replay = message.role === 'assistant' ? replayStateFor(message, { id: target.id, origin, model }) : undefined
    const json = toWireJson(toWireMessage(message, replay))
    if (Object.isFrozen(message)) messageFragments.set(message, { model, json })
    return json
  }

  function toolsJson(tools: readonly ToolDefinition[]): string {
    const known = toolFragments.get(tools)
    if (known !== undefined) return known
    const json = toWireJson(tools.map(toWireTool))
    if (Object.isFrozen(tools)) toolFragments.set(tools, json)
    return json
  }

  return {
    write(request, streaming) {
      const messages = request.messages.map((message) => messageJson(message, request.model))
      if (request.system !== '') messages.unshift(toWireJson({ role: 'system', content: request.system }))
      const tools = request.tools.length > 0 ? `,"tools":${toolsJson(request.tools)}` : ''
      const settings = toWireJson(toSettings(request, dialect, streaming, target.id))
      return `{"messages":[${messages.join(',')}]${tools},${settings.slice(1)}`
    },
  }
}

/** Everything but the conversation and the tools. */
function toSettings(request: ModelRequest, dialect: Dialect, streaming: boolean, id: string): object {
  const { messages: _messages, tools: _tools, ...overrides } = request.providerOptions?.[id] ?? {}
  return {
    model: request.model,
    ...(request.maxOutputTokens !== undefined && { [dialect.maxTokensField]: request.maxOutputTokens }),
    ...(request.reasoning !== undefined && dialect.reasoning(request.reasoning)),
    ...overrides,
    ...(streaming ? { stream: true, stream_options: { include_usage: true } } : { stream: false }),
  }
}

function toWireTool(tool: ToolDefinition): object {
  const { name, description, parameters } = tool
  return { type: 'function', function: { name, description, parameters } }
}
