import { type AssistantMessage, type ModelRequest, noUsage, type Transport, type TransportEvent } from '@hermes/core'
import type { Step } from './rule.js'
import { taskFor } from './rules/index.js'
import { countCalls, sceneOf, sentenceOf } from './scene.js'

export interface OfflineTransportOptions {
  /** Id of the transport. Default: `offline`. */
  readonly id?: string
}

/**
 * Creates a stand-in for a model that needs neither a key nor a network. A few fixed rules answer a few fixed requests
 * through real tool calls, and the same request always gets the same answer. Other requests get an introduction with
 * the steps to configure a real provider. Uses and reports no tokens.
 */
export function createOfflineTransport({ id = 'offline' }: OfflineTransportOptions = {}): Transport {
  return {
    id,
    apiMode: 'offline',
    async *stream(request, { signal }) {
      for (const event of answer(request)) {
        signal.throwIfAborted()
        yield event
      }
      signal.throwIfAborted()
    },
  }
}

function answer(request: ModelRequest): readonly TransportEvent[] {
  const step = taskFor(sentenceOf(request))(sceneOf(request))
  return step.type === 'say' ? sayEvents(step.text) : callEvents(step, countCalls(request.messages) + 1)
}

function sayEvents(text: string): readonly TransportEvent[] {
  return [
    ...pieces(text).map((piece): TransportEvent => ({ type: 'text-delta', text: piece })),
    { type: 'finish', message: { role: 'assistant', content: text }, reason: 'stop', usage: noUsage },
  ]
}

function callEvents(step: Extract<Step, { type: 'call' }>, number: number): readonly TransportEvent[] {
  const argumentsText = JSON.stringify(step.args)
  const message: AssistantMessage = {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${number}`, type: 'function', function: { name: step.tool, arguments: argumentsText } }],
  }
  return [
    { type: 'tool-call-delta', index: 0, name: step.tool, argumentsText },
    { type: 'finish', message, reason: 'tool-calls', usage: noUsage },
  ]
}

/** Splits a text into a few pieces of similar length, between words. */
function pieces(text: string): readonly string[] {
  const words = text.match(/(?<!\s)\s*\S+(?:\s*$)?/g) ?? []
  const size = Math.max(1, Math.ceil(words.length / 4))
  return Array.from({ length: Math.ceil(words.length / size) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(''),
  )
}
