import type { AssistantMessage, FinishReason, ToolCall } from '@hermes/core'
import { uniqueId } from '../shared/history/call-id.js'
import type { ReplayTarget } from '../shared/history/replay.js'
import { recordAt, recordsAt, textAt, type WireRecord } from '../shared/json.js'
import type { AnswerReader } from '../shared/stream/answer-body.js'
import { joinTexts } from './item-text.js'
import { createOutputItems, type OutputItem } from './output-items.js'
import { toReplayState } from './replay.js'
import { toUsage } from './usage.js'

/** Builds an answer from stream events, or from the response object of a non-streamed response. */
export interface ResponsesAnswer extends Pick<AnswerReader, 'takeDeltas' | 'usage' | 'isComplete' | 'finish'> {
  /** Adds an event. Events of unknown types are ignored. */
  addEvent(type: string, event: WireRecord): void
  /** Completes the answer with the final response, including anything that was not streamed. */
  complete(response: WireRecord): void
  /** Whether a call lacks a tool name, which makes the answer unusable. */
  isBroken(): boolean
}

export interface AnswerOptions extends ReplayTarget {
  readonly generateId: () => string
}

export function createResponsesAnswer(options: AnswerOptions): ResponsesAnswer {
  const items = createOutputItems()
  let end: WireRecord | undefined

  function complete(response: WireRecord): void {
    items.closeAll(recordsAt(response, 'output'))
    end = response
  }

  const handlers = new Map<string, (event: WireRecord) => void>([
    ['response.output_item.added', (event) => items.open(event, recordAt(event, 'item'))],
    ['response.output_item.done', (event) => items.close(event, recordAt(event, 'item'))],
    ['response.output_text.delta', (event) => items.addText(event, 'message', '')],
    ['response.refusal.delta', (event) => items.addText(event, 'message', '')],
    [
      'response.reasoning_summary_text.delta',
      (event) => items.addText(event, 'reasoning', `summary ${event.summary_index}`),
    ],
    ['response.reasoning_text.delta', (event) => items.addText(event, 'reasoning', `content ${event.content_index}`)],
    ['response.function_call_arguments.delta', (event) => items.addArguments(event)],
    ['response.completed', (event) => complete(recordAt(event, 'response'))],
    ['response.incomplete', (event) => complete(recordAt(event, 'response'))],
    ['response.done', (event) => complete(recordAt(event, 'response'))],
  ])

  const usage = () => toUsage(recordAt(end ?? {}, 'usage'))

  return {
    addEvent: (type, event) => handlers.get(type)?.(event),
    complete,
    takeDeltas: () => items.takeDeltas(),
    usage,
    isComplete: () => end !== undefined,
    isBroken: () => items.ofType('function_call').some(({ raw }) => textAt(raw, 'name') === ''),
    finish() {
      const response = end ?? {}
      const message = toMessage(items.all, options)
      const reason = toFinishReason(response, message.tool_calls !== undefined)
      return { type: 'finish', message, reason, usage: usage() }
    },
  }
}

function toMessage(items: readonly OutputItem[], options: AnswerOptions): AssistantMessage {
  const textOf = (type: string) => joinTexts(items.filter((item) => item.type === type).map(({ text }) => text))
  const calls = toCalls(items, options.generateId)
  const content = textOf('message')
  const reasoning = textOf('reasoning')
  const state = toReplayState(items, options)
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(reasoning !== '' && { reasoning }),
    ...(state && { provider_data: { [options.id]: state } }),
  }
}

function toCalls(items: readonly OutputItem[], generateId: () => string): ToolCall[] {
  const taken = new Set<string>()
  return items
    .filter((item) => item.type === 'function_call')
    .map(({ raw, text }) => ({
      id: uniqueId(textAt(raw, 'call_id') || textAt(raw, 'id') || generateId(), taken),
      type: 'function',
      function: { name: textAt(raw, 'name'), arguments: text },
    }))
}

function toFinishReason(response: WireRecord, hasCalls: boolean): FinishReason {
  if (response.status !== 'incomplete') return hasCalls ? 'tool-calls' : 'stop'
  const reason = recordAt(response, 'incomplete_details').reason
  if (reason === 'max_output_tokens') return 'length'
  return reason === 'content_filter' ? 'content-filter' : 'other'
}
