import { hash } from 'node:crypto'
import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { type CallIds, createCallIds } from '../shared/call-ids.js'
import { createFrozenMemo } from '../shared/frozen-memo.js'
import { toWireJson } from '../shared/json.js'
import { reasoningSettings } from './reasoning.js'
import { replayedItems } from './replay.js'
import { toWireItems } from './to-wire-items.js'

/** Writes the bodies of one transport's requests. */
export interface RequestWriter {
  /** The JSON text of the request. */
  write(request: ModelRequest, streaming: boolean): string
}

/** Fewer are refused. */
const fewestOutputTokens = 16

/**
 * Each frozen message is converted once and remembered by identity, so that a long history costs what is new. The input
 * comes last: a request begins with the bytes of the one before it.
 */
export function createRequestWriter(target: { readonly id: string; readonly origin: string }): RequestWriter {
  const itemsJson = createFrozenMemo<Message, string>()
  const toolsJson = createFrozenMemo<readonly ToolDefinition[], string>()
  const cacheKeys = createFrozenMemo<Message, string>()

  /** The items of a message without the brackets of their list; `''` for none. */
  function writeMessage(message: Message, model: string, ids: CallIds): string {
    if (message.role === 'assistant') ids.enter(message)
    return itemsJson(message, memoKey(message, model, ids), () => {
      const replayed = message.role === 'assistant' ? replayedItems(message, { ...target, model }, ids.of) : undefined
      return toWireJson(replayed ?? toWireItems(message, ids.of)).slice(1, -1)
    })
  }

  function cacheKeyOf({ system, messages }: ModelRequest, input: readonly string[]): string {
    const begin = () => toCacheKey(system, input[0] ?? '')
    return messages[0] ? cacheKeys(messages[0], system, begin) : begin()
  }

  return {
    write(request, streaming) {
      const { model, messages, tools, providerOptions } = request
      const ids = createCallIds()
      const input = messages.map((message) => writeMessage(message, model, ids)).filter((items) => items !== '')
      const settings = toSettings(request, cacheKeyOf(request, input))
      const { input: _input, tools: _tools, ...overrides } = providerOptions?.[target.id] ?? {}
      const head = toWireJson({ ...settings, ...overrides, stream: streaming }).slice(0, -1)
      const offered =
        tools.length > 0 ? `,"tools":${toolsJson(tools, '', () => toWireJson(tools.map(toWireTool)))}` : ''
      return `${head}${offered},"input":[${input.join(',') || emptyInput}]}`
    },
  }
}

/** A conversation in which nothing was said. */
const emptyInput = toWireJson({ role: 'user', content: '(empty message)' })

/** What a message's items depend on besides the message. */
function memoKey(message: Message, model: string, ids: CallIds): string {
  if (message.role === 'tool') return ids.of(message.tool_call_id)
  if (message.role !== 'assistant') return ''
  return [model, ...(message.tool_calls ?? []).map((call) => ids.of(call.id))].join(' ')
}

function toSettings({ model, system, maxOutputTokens, reasoning }: ModelRequest, cacheKey: string): object {
  return {
    model,
    store: false,
    prompt_cache_key: cacheKey,
    ...(maxOutputTokens !== undefined && { max_output_tokens: Math.max(maxOutputTokens, fewestOutputTokens) }),
    ...reasoningSettings(model, reasoning),
    ...(system !== '' && { instructions: system }),
  }
}

/** Requests of one conversation share it, so that they reach the server that has their beginning in its cache. */
function toCacheKey(system: string, firstItems: string): string {
  return `hermes-${hash('sha256', `${system}\n${firstItems.slice(0, 4096)}`).slice(0, 32)}`
}

function toWireTool({ name, description, parameters }: ToolDefinition): object {
  // Strict mode, the default, takes only schemas that are written for it.
  return { type: 'function', name, description, parameters, strict: false }
}
