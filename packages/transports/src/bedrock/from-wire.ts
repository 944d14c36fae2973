import { type AssistantMessage, noUsage, type TransportEvent, type Usage } from '@hermes/core'
import { isRecord } from '@hermes/safety'
import { uniqueId } from '../shared/history/call-id.js'
import type { ReplayTarget } from '../shared/history/replay.js'
import { recordAt, recordsAt, textAt, type WireRecord } from '../shared/json.js'
import { createDeltaQueue } from '../shared/stream/delta-queue.js'
import { isReasoning, type OpenBlock, openBlock, toReplayBlock } from './open-block.js'
import { toFinishReason } from './stop-reason.js'
import { toUsage } from './usage.js'

/** Builds an answer from stream events, or from the single object of a non-streamed response. */
export interface ConverseAnswer {
  /** Adds an event. Events of unknown types are ignored. */
  add(type: string, event: WireRecord): void
  addWhole(body: WireRecord): void
  /** Returns the deltas since the last call, with adjacent deltas of the same type merged. */
  takeDeltas(): readonly TransportEvent[]
  /** The usage reported so far. */
  usage(): Usage
  /** The stop reason; `''` until the service sends one. */
  stopReason(): string
  /** Whether the final event of the stream has arrived. */
  isOver(): boolean
  /** Whether a call lacks a tool name, which makes the answer unusable. */
  isBroken(): boolean
  finish(): TransportEvent
}

export interface AnswerOptions extends ReplayTarget {
  /** Generates ids for calls that have none. */
  readonly generateId: () => string
}

export function createConverseAnswer(options: AnswerOptions): ConverseAnswer {
  const deltas = createDeltaQueue()
  const blocks = new Map<unknown, OpenBlock>()
  const callIds = new Set<string>()
  let stopReason = ''
  let isOver = false
  let usage: Usage = noUsage

  /** Returns the block at the index. Text and reasoning blocks have no start event, so their first delta creates them. */
  function blockAt(index: unknown): OpenBlock {
    return blocks.get(index) ?? open(index, openBlock())
  }

  function open(index: unknown, block: OpenBlock): OpenBlock {
    blocks.set(index, block)
    return block
  }

  function openCall(index: unknown, wire: WireRecord): void {
    // The service itself runs server tools.
    if (textAt(wire, 'type') === 'server_tool_use') return
    const place = callIds.size
    const id = uniqueId(textAt(wire, 'toolUseId') || options.generateId(), callIds)
    const name = textAt(wire, 'name')
    open(index, openBlock({ index: place, id, name }))
    deltas.add({ type: 'tool-call-delta', index: place, name, argumentsText: '' })
  }

  function addText(index: unknown, text: string): void {
    if (text === '') return
    blockAt(index).text += text
    deltas.addText('text-delta', text)
  }

  function addReasoning(index: unknown, wire: WireRecord): void {
    const block = blockAt(index)
    const text = textAt(wire, 'text')
    block.reasoning += text
    block.signature += textAt(wire, 'signature')
    if (typeof wire.redactedContent === 'string') block.redacted.push(wire.redactedContent)
    if (text !== '') deltas.addText('reasoning-delta', text)
  }

  function addInput(index: unknown, input: string): void {
    const block = blocks.get(index)
    if (!block?.call || input === '') return
    block.input += input
    deltas.add({ type: 'tool-call-delta', index: block.call.index, argumentsText: input })
  }

  /** Completes calls without arguments, which have no deltas. Not used for a call that was cut off. */
  function completeInputs(): void {
    for (const [index, block] of blocks) if (block.input === '') addInput(index, '{}')
  }

  function addWholeBlock(index: number, wire: WireRecord): void {
    addText(index, textAt(wire, 'text'))
    if (isRecord(wire.reasoningContent)) {
      const { reasoningText, redactedContent } = wire.reasoningContent
      addReasoning(index, { ...(isRecord(reasoningText) && reasoningText), redactedContent })
    }
    if (!isRecord(wire.toolUse)) return
    openCall(index, wire.toolUse)
    addInput(index, JSON.stringify(wire.toolUse.input ?? {}))
  }

  const events: Readonly<Record<string, (event: WireRecord) => void>> = {
    contentBlockStart(event) {
      const { toolUse } = recordAt(event, 'start')
      if (isRecord(toolUse)) openCall(event.contentBlockIndex, toolUse)
    },
    contentBlockDelta({ contentBlockIndex: index, delta }) {
      if (!isRecord(delta)) return
      addText(index, textAt(delta, 'text'))
      if (isRecord(delta.reasoningContent)) addReasoning(index, delta.reasoningContent)
      if (isRecord(delta.toolUse)) addInput(index, textAt(delta.toolUse, 'input'))
    },
    messageStop(event) {
      stopReason = textAt(event, 'stopReason')
      if (toFinishReason(stopReason, true) === 'tool-calls') completeInputs()
    },
    metadata(event) {
      usage = toUsage(recordAt(event, 'usage'))
      isOver = true
    },
  }

  return {
    add(type, event) {
      events[type]?.(event)
    },
    addWhole(body) {
      const message = recordAt(recordAt(body, 'output'), 'message')
      for (const [index, block] of recordsAt(message, 'content').entries()) addWholeBlock(index, block)
      usage = toUsage(recordAt(body, 'usage'))
      stopReason = textAt(body, 'stopReason')
      isOver = true
    },
    takeDeltas: () => deltas.take(),
    usage: () => usage,
    stopReason: () => stopReason,
    isOver: () => isOver,
    isBroken: () => [...blocks.values()].some((block) => block.call?.name === ''),
    finish() {
      const message = toMessage([...blocks.values()], options)
      return { type: 'finish', message, reason: toFinishReason(stopReason, callIds.size > 0), usage }
    },
  }
}

function toMessage(blocks: readonly OpenBlock[], { id, origin, model }: AnswerOptions): AssistantMessage {
  const content = blocks.map((block) => block.text).join('')
  const reasoning = blocks.map((block) => block.reasoning).join('')
  const calls = blocks.flatMap(({ call, input }) =>
    call ? [{ id: call.id, type: 'function' as const, function: { name: call.name, arguments: input } }] : [],
  )
  const kept = blocks.map(toReplayBlock).filter((block) => block !== undefined)
  return {
    role: 'assistant',
    content: content === '' && calls.length > 0 ? null : content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(reasoning !== '' && { reasoning }),
    ...(kept.some(isReasoning) && { provider_data: { [id]: { origin, model, blocks: kept } } }),
  }
}
