import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { createFrozenMemo } from '../shared/history/frozen-memo.js'
import { createHistoryBytes } from '../shared/history/history-bytes.js'
import { replayStateFor } from '../shared/history/replay.js'
import type { RequestBody } from '../shared/http/http-client.js'
import { toWireJson } from '../shared/json.js'
import { toUtf8 } from '../shared/utf8.js'
import { type Dialect, dialectOf } from './dialect.js'
import { toWireMessage } from './to-wire-message.js'

/** Writes the request bodies of one transport. */
export interface RequestWriter {
  /** Returns the JSON text of the request as bytes. */
  write(request: ModelRequest, streaming: boolean): Exclude<RequestBody, string>
}

/**
 * Creates a request writer. It writes the history first and caches its bytes, so a request converts only new messages
 * and keeps a byte-identical prefix.
 */
export function createRequestWriter(target: { readonly id: string; readonly baseUrl: string }): RequestWriter {
  const origin = new URL(target.baseUrl).origin
  const dialect = dialectOf(target.baseUrl)
  const history = createHistoryBytes<Message>()
  const toolsBytes = createFrozenMemo<readonly ToolDefinition[], Uint8Array<ArrayBuffer>>()

  function writeMessage(message: Message, model: string): string {
    const isAnswer = message.role === 'assistant'
    const replay = isAnswer ? replayStateFor(message, { id: target.id, origin, model }) : undefined
    return toWireJson(toWireMessage(message, replay))
  }

  function writeHead(system: string, isAlone: boolean): string {
    if (system === '') return '{"messages":['
    return `{"messages":[${toWireJson({ role: 'system', content: system })}${isAlone ? '' : ','}`
  }

  /** Writes the end of the history and the tools. */
  function writeTools(tools: readonly ToolDefinition[]): Uint8Array<ArrayBuffer> {
    if (tools.length === 0) return endOfHistory
    return toolsBytes(tools, '', () => toUtf8(`],"tools":${toWireJson(tools.map(toWireTool))}`))
  }

  return {
    write(request, streaming) {
      const { model, system, messages } = request
      const pieces = history.encode(messages, [model, system], {
        head: () => writeHead(system, messages.length === 0),
        message: (message) => writeMessage(message, model),
      })
      const settings = toWireJson(toSettings(request, dialect, streaming, target.id))
      return [...pieces, writeTools(request.tools), toUtf8(`,${settings.slice(1)}`)]
    },
  }
}

const endOfHistory = toUtf8(']')

/** Returns all fields except the messages and the tools. */
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
