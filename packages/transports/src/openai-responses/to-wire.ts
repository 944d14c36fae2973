import { hash } from 'node:crypto'
import type { Message, ModelRequest, ToolDefinition } from '@hermes/core'
import { type CallIds, createCallIds } from '../shared/history/call-ids.js'
import { createFrozenMemo } from '../shared/history/frozen-memo.js'
import { toWireJson } from '../shared/json.js'
import { reasoningSettings } from './reasoning.js'
import { replayedItems } from './replay.js'
import { toWireItems } from './to-wire-items.js'

/** Writes the request bodies of one transport. */
export interface RequestWriter {
  /** Returns the JSON text of the request. */
  write(request: ModelRequest, streaming: boolean): string
}

/** Minimum for `max_output_tokens`; the API rejects a lower value. */
const fewestOutputTokens = 16

/**
 * Creates a request writer. It converts each frozen message once and caches the result by identity, so a request
 * converts only new messages. `input` comes last, so that each request starts with the same bytes as the previous one.
 */
export function createRequestWriter(target: { readonly id: string; readonly origin: string }): RequestWriter {
  const itemsJson = createFrozenMemo<Message, string>()
  const toolsJson = createFrozenMemo<readonly ToolDefinition[], string>()
  const cacheKeys = createFrozenMemo<Message, string>()

  /** Returns the items of a message as JSON without the enclosing brackets, or `''` if there are none. */
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

/** Input of an empty conversation. */
const emptyInput = toWireJson({ role: 'user', content: '(empty message)' })

/** Returns the cache key of a message: everything that affects its items besides the message itself. */
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

/**
 * Returns the prompt cache key. It is the same for all requests of a conversation, so that the provider routes them to
 * the server that has cached the prefix.
 */
function toCacheKey(system: string, firstItems: string): string {
  return `hermes-${hash('sha256', `${system}\n${firstItems.slice(0, 4096)}`).slice(0, 32)}`
}

function toWireTool({ name, description, parameters }: ToolDefinition): object {
  // Strict mode is the default and rejects schemas that were not written for it.
  return { type: 'function', name, description, parameters, strict: false }
}
