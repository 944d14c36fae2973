import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { createFrozenMemo } from '../shared/frozen-memo.js'
import { toWireJson } from '../shared/json.js'
import { replayStateFor } from '../shared/replay.js'
import { type Dialect, dialectOf } from './dialect.js'

import { toWireMessage } from './to-wire-message.js'

/** Writes the bodies of one transport's requests. */
export interface RequestWriter {
  /** The JSON text of the request. */
  write(request: ModelRequest, streaming: boolean): string
}

/**
 * Each frozen message is converted once and remembered by identity, so that a long history costs what is new, and its
 * bytes are the same in every request.
 */
export function createRequestWriter(target: { readonly id: string; readonly baseUrl: string }): RequestWriter {
  const origin = new URL(target.baseUrl).origin
  const dialect = dialectOf(target.baseUrl)
  const messageJson = createFrozenMemo<Message, string>()
  const toolsJson = createFrozenMemo<readonly ToolDefinition[], string>()

  function writeMessage(message: Message, model: string): string {
    // Only an answer depends on the model that is asked: its replay state does.
    if (message.role !== 'assistant')
      return messageJson(message, '', () => toWireJson(toWireMessage(message, undefined)))
    return messageJson(message, model, () => {
      return toWireJson(toWireMessage(message, replayStateFor(message, { id: target.id, origin, model })))
    })
  }

  function writeTools(tools: readonly ToolDefinition[]): string {
    return toolsJson(tools, '', () => toWireJson(tools.map(toWireTool)))
  }

  return {
    write(request, streaming) {
      const messages = request.messages.map((message) => writeMessage(message, request.model))
      if (request.system !== '') messages.unshift(toWireJson({ role: 'system', content: request.system }))
      const tools = request.tools.length > 0 ? `,"tools":${writeTools(request.tools)}` : ''
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
