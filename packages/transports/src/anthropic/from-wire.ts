import { type AssistantMessage, noUsage, type TransportEvent, type Usage } from '@hermes/core'
import type { ReplayTarget } from '../shared/history/replay.js'
import { recordAt, recordsAt, textAt, type WireRecord } from '../shared/json.js'
import { type AnswerBlocks, createAnswerBlocks } from './answer-blocks.js'
import { toReplayBlock } from './open-block.js'
import { toFinishReason } from './stop-reason.js'
import { mergeUsage } from './usage.js'

/** Builds an answer from stream events, or from the message of a non-streamed response. */
export interface MessageBuilder {
  /** Adds an event. Events of unknown types are ignored. */
  add(event: WireRecord): void
  takeDeltas(): readonly TransportEvent[]
  /** The stop reason; `''` until the provider sends one. */
  stopReason(): string
  /** Whether the final event has arrived. */
  isStopped(): boolean
  /** Token counts reported so far. */
  usage(): Usage
  /** Whether a call lacks a tool name, which makes the answer unusable. */
  isBroken(): boolean
  finish(): TransportEvent
}

export interface BuilderOptions extends ReplayTarget {
  /** Generates ids for calls that have none. */
  readonly generateId: () => string
}

export function createMessageBuilder(options: BuilderOptions): MessageBuilder {
  const blocks = createAnswerBlocks(options.generateId)
  let stopReason = ''
  let refusal = ''
  let isStopped = false
  let usage: Usage = noUsage

  function begin(message: WireRecord): void {
    usage = mergeUsage(usage, recordAt(message, 'usage'))
    for (const [index, wire] of recordsAt(message, 'content').entries()) blocks.start(index, wire)
  }

  function stop(wire: WireRecord): void {
    stopReason ||= textAt(wire, 'stop_reason')
    refusal ||= textAt(recordAt(wire, 'stop_details'), 'explanation')
  }

  function complete(): void {
    isStopped = true
    blocks.stopAll()
    // A refusal may have no content. The provider's explanation then becomes the answer.
    const isSilent = blocks.all().every((block) => !block.call && block.text === '')
    if (refusal !== '' && isSilent) blocks.start('refusal', { type: 'text', text: refusal })
  }

  const handlers = new Map<unknown, (event: WireRecord) => void>([
    ['message_start', (event) => begin(recordAt(event, 'message'))],
    ['content_block_start', (event) => blocks.start(event.index, recordAt(event, 'content_block'))],
    ['content_block_delta', (event) => blocks.change(event.index, recordAt(event, 'delta'))],
    ['content_block_stop', (event) => blocks.stop(event.index)],
    [
      'message_delta',
      (event) => {
        usage = mergeUsage(usage, recordAt(event, 'usage'))
        stop(recordAt(event, 'delta'))
      },
    ],
    ['message_stop', complete],
    [
      'message',
      (message) => {
        begin(message)
        stop(message)
        complete()
      },
    ],
  ])

  return {
    add: (event) => handlers.get(event.type)?.(event),
    takeDeltas: () => blocks.takeDeltas(),
    stopReason: () => stopReason,
    isStopped: () => isStopped,
    usage: () => usage,
    isBroken: () => blocks.all().some((block) => block.call?.name === ''),
    finish() {
      const message = toMessage(blocks, options)
      return { type: 'finish', message, reason: toFinishReason(stopReason, message.tool_calls !== undefined), usage }
    },
  }
}

function toMessage(blocks: AnswerBlocks, { id, origin, model }: BuilderOptions): AssistantMessage {
  const all = blocks.all()
  const reasoning = blocks.reasoning()
  const content = all.map((block) => block.text).join('')
  const calls = all.flatMap(({ call, json }) =>
    call ? [{ id: call.id, type: 'function' as const, function: { name: call.name, arguments: json } }] : [],
  )
  const kept = all.map(toReplayBlock).filter((block) => block !== undefined)
  const isPlain = kept.every((block) => block.type === 'text' || block.type === 'tool_use')
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(reasoning !== '' && { reasoning }),
    ...(!isPlain && { provider_data: { [id]: { origin, model, blocks: kept } } }),
  }
}
