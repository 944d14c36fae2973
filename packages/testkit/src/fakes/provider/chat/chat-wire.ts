import type { FinishReason, JsonObject, ToolCall, Usage } from '@hermes/core'
import { type Delta, deltasOf, reasonOf, type SettledAnswer, usageOf } from '../../deltas.js'
import { errorBodyOf, type Wire } from '../wire.js'
import { chatProblems } from './problems.js'
import { refuseChat } from './refusal.js'

export interface ChatWireOptions {
  /** The field for reasoning, which differs between servers. Default: `reasoning_content`. */
  readonly reasoningField?: 'reasoning_content' | 'reasoning'
}

const finishReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'content_filter',
  other: 'other',
}

/** OpenAI chat completions, streamed as server-sent events or whole. */
export function createChatWire({ reasoningField = 'reasoning_content' }: ChatWireOptions = {}): Wire {
  return {
    basePath: '/v1',
    isCall: (path) => path === '/v1/chat/completions',
    modelOf: (body) => String(body.model ?? ''),
    wantsStream: (body) => body.stream === true,
    streamHeaders: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    refuse: refuseChat,
    interrupt(error) {
      const body = errorBodyOf(refuseChat(error))
      return body === undefined ? undefined : `data: ${body}\n\n`
    },
    problems: chatProblems,

    stream(answer, body) {
      const envelope = envelopeOf('chat.completion.chunk', body)
      const chunk = (delta: JsonObject, finish: string | null = null) =>
        event({ ...envelope, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
      return {
        head: chunk({ role: 'assistant', content: answer.calls.length > 0 ? null : '' }),
        deltas: map(deltasOf(answer), (delta) => chunk(toChatDelta(delta, answer, reasoningField))),
        tail: [
          chunk({}, finishReasons[reasonOf(answer)]),
          wantsUsage(body) ? event({ ...envelope, choices: [], usage: toChatUsage(usageOf(answer)) }) : '',
          'data: [DONE]\n\n',
        ].join(''),
      }
    },

    whole(answer, body) {
      const message = {
        role: 'assistant',
        content: answer.text ?? null,
        ...(answer.reasoning === undefined ? {} : { [reasoningField]: answer.reasoning }),
        ...(answer.toolCalls.length > 0 ? { tool_calls: answer.toolCalls.map(toJson) } : {}),
      }
      return {
        ...envelopeOf('chat.completion', body),
        choices: [{ index: 0, message, logprobs: null, finish_reason: finishReasons[reasonOf(answer)] }],
        usage: toChatUsage(usageOf(answer)),
      }
    },
  }
}

function envelopeOf(object: string, body: JsonObject): JsonObject {
  return { id: 'chatcmpl-fake', object, created: 1_700_000_000, model: body.model ?? '' }
}

function toChatDelta(delta: Delta, answer: SettledAnswer, reasoningField: string): JsonObject {
  if (delta.type !== 'tool-call-delta')
    return { [delta.type === 'text-delta' ? 'content' : reasoningField]: delta.text }
  const { index, name, argumentsText } = delta
  // Only the first chunk of a call carries its id and name.
  const opening = name === undefined ? {} : { id: answer.toolCalls[index]?.id, type: 'function' }
  const named = name === undefined ? {} : { name }
  return { tool_calls: [{ index, ...opening, function: { ...named, arguments: argumentsText } }] }
}

function toChatUsage(usage: Usage): JsonObject {
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
  return {
    prompt_tokens: read,
    completion_tokens: usage.outputTokens,
    total_tokens: read + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  }
}

function wantsUsage(body: JsonObject): boolean {
  const options = body.stream_options
  return typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
}

function toJson({ id, type, function: { name, arguments: text } }: ToolCall): JsonObject {
  return { id, type, function: { name, arguments: text } }
}

function event(data: JsonObject): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

function* map<From, To>(source: Iterable<From>, convert: (item: From) => To): Generator<To> {
  for (const item of source) yield convert(item)
}
