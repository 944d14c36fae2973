import {
  type AssistantMessage,
  type FinishReason,
  type JsonObject,
  noUsage,
  type ProviderData,
  type TransportEvent,
  type Usage,
} from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { fitFinishReason } from '../shared/finish-reason.js'
import { recordAt, recordsAt, textAt, type WireRecord } from '../shared/json.js'
import { createDeltaQueue } from '../shared/stream/delta-queue.js'
import { createReasoningDetails, reasoningText } from './reasoning.js'
import type { ReplayState } from './replay.js'
import { type AssembledCall, createToolCallAssembly } from './tool-calls.js'
import { toUsage } from './usage.js'

/** Builds an answer from stream chunks, or from the single object of a non-streamed response. */
export interface ChatAnswer {
  add(chunk: WireRecord): void
  /** Adds a chunk that carries only text. See {@link plainTextOf}. */
  addText(text: string): void
  /** Returns the deltas since the last call, with adjacent deltas of the same type merged. */
  takeDeltas(): readonly TransportEvent[]
  /** The provider's finish reason; `''` until it sends one. */
  finishReason(): string
  /** Token counts reported so far. */
  usage(): Usage
  /** Whether a call lacks a tool name, which makes the answer unusable. */
  isBroken(): boolean
  /** Builds the final event. Call it only after the finish reason has arrived. */
  finish(): TransportEvent
}

export interface AnswerOptions {
  /** Id of the transport. */
  readonly id: string
  readonly origin: string
  readonly model: string
  readonly generateId: () => string
}

export function createChatAnswer(options: AnswerOptions): ChatAnswer {
  const deltas = createDeltaQueue()
  const toolCalls = createToolCallAssembly(options.generateId)
  const details = createReasoningDetails()
  let content = ''
  let reasoning = ''
  let finishReason = ''
  let hasReasoningContent = false
  let usage: Usage = noUsage

  function addText(text: string): void {
    content += text
    deltas.addText('text-delta', text)
  }

  function addDelta(delta: WireRecord, isWhole: boolean): void {
    const thought = reasoningText(delta) || partsText(delta.content, 'thinking')
    if (thought !== '') {
      reasoning += thought
      deltas.addText('reasoning-delta', thought)
      details.add(delta)
      hasReasoningContent ||= delta.reasoning_content === thought
    } else if (delta.reasoning_details !== undefined) details.add(delta)
    const text = textAt(delta, 'content') || partsText(delta.content, 'text') || textAt(delta, 'refusal')
    if (text !== '') addText(text)
    if (delta.tool_calls === undefined) return
    for (const piece of recordsAt(delta, 'tool_calls')) deltas.add(toolCalls.add(piece, isWhole))
  }

  function addUsage(chunk: WireRecord, choice: WireRecord | undefined): void {
    const wire = chunk.usage ?? choice?.usage ?? recordAt(chunk, 'x_groq').usage
    if (isRecord(wire)) usage = toUsage(wire)
  }

  return {
    addText,
    add(chunk) {
      const choice = recordsAt(chunk, 'choices')[0]
      if (choice) {
        if (isRecord(choice.delta)) addDelta(choice.delta, false)
        else addDelta(recordAt(choice, 'message'), true)
        finishReason ||= textAt(choice, 'finish_reason')
      }
      addUsage(chunk, choice)
    },
    takeDeltas: () => deltas.take(),
    finishReason: () => finishReason,
    usage: () => usage,
    isBroken: () => toolCalls.hasNameless(),
    finish() {
      const calls = toolCalls.calls()
      const state = toReplayState(options, calls, details.all, hasReasoningContent ? reasoning : '')
      const message: AssistantMessage = {
        role: 'assistant',
        content: content === '' && calls.length > 0 ? null : content,
        ...(calls.length > 0 && { tool_calls: calls.map(({ call }) => call) }),
        ...(reasoning !== '' && { reasoning }),
        ...(state && { provider_data: { [options.id]: state } satisfies ProviderData }),
      }
      return { type: 'finish', message, reason: toFinishReason(finishReason, calls.length > 0), usage }
    },
  }
}

/** Returns the text of a chunk that only appends text, or `undefined` for any other chunk. */
export function plainTextOf(chunk: unknown): string | undefined {
  if (!isRecord(chunk) || hasValue(chunk.usage) || hasValue(chunk.error) || hasValue(chunk.x_groq)) return undefined
  const choice = recordsAt(chunk, 'choices')[0]
  if (!choice || hasValue(choice.finish_reason) || hasValue(choice.usage) || !isRecord(choice.delta)) return undefined
  if (typeof choice.delta.content !== 'string') return undefined
  const { content, role: _role, ...rest } = choice.delta
  return Object.values(rest).some(hasValue) ? undefined : content
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

/** Reads Mistral's content parts: `{ type: 'text', text }` and `{ type: 'thinking', thinking: [{ text }] }`. */
function partsText(content: unknown, type: 'text' | 'thinking'): string {
  if (!Array.isArray(content)) return ''
  return content
    .filter(isRecord)
    .filter((part) => part.type === type)
    .map((part) => (type === 'text' ? textAt(part, 'text') : partsText(part.thinking, 'text')))
    .join('')
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  eos: 'stop',
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  tool_use: 'tool-calls',
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  content_filter: 'content-filter',
  safety: 'content-filter',
  sensitive: 'content-filter',
}

function toFinishReason(wire: string, hasCalls: boolean): FinishReason {
  return fitFinishReason(finishReasons[wire.toLowerCase()] ?? 'other', hasCalls)
}

function toReplayState(
  { origin, model }: AnswerOptions,
  calls: readonly AssembledCall[],
  details: readonly JsonObject[],
  reasoningContent: string,
): ReplayState | undefined {
  const extras = calls.flatMap(({ call, extra }) => (extra ? [[call.id, extra] as const] : []))
  const state = {
    ...(details.length > 0 && { reasoning_details: details }),
    ...(details.length === 0 && reasoningContent !== '' && calls.length > 0 && { reasoning_content: reasoningContent }),
    ...(extras.length > 0 && { extra_content: Object.fromEntries(extras) }),
  }
  return Object.keys(state).length > 0 ? { origin, model, ...state } : undefined
}
