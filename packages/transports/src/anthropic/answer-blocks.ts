import type { TransportEvent } from '@hermes/core'
import { uniqueId } from '../shared/history/call-id.js'
import { recordAt, textAt, type WireRecord } from '../shared/json.js'
import { createDeltaQueue } from '../shared/stream/delta-queue.js'
import { type OpenBlock, openBlock } from './open-block.js'

/** Content blocks of an answer that is being streamed. */
export interface AnswerBlocks {
  /** Starts a block. `index` is its number on the wire. */
  start(index: unknown, wire: WireRecord): void
  /** Appends to a block, starting it if needed. */
  change(index: unknown, delta: WireRecord): void
  stop(index: unknown): void
  stopAll(): void
  takeDeltas(): readonly TransportEvent[]
  /** All blocks, in the order in which they started. */
  all(): readonly OpenBlock[]
  /** The text of all thinking blocks, one paragraph each. */
  reasoning(): string
}

/** @param generateId Generates ids for calls that have none. */
export function createAnswerBlocks(generateId: () => string): AnswerBlocks {
  const deltas = createDeltaQueue()
  const blocks = new Map<unknown, OpenBlock>()
  const callIds = new Set<string>()
  let reasoning = ''

  function start(index: unknown, wire: WireRecord): OpenBlock {
    const call = wire.type === 'tool_use' ? toCall(wire) : undefined
    const block = openBlock(wire, call)
    // If a server repeats an index by mistake, both blocks are kept.
    blocks.set(blocks.has(index) ? Symbol('repeated') : index, block)
    if (call) deltas.add({ type: 'tool-call-delta', index: call.index, name: call.name, argumentsText: '' })
    addText(block, textAt(wire, 'text'))
    addThought(block, textAt(wire, 'thinking'))
    return block
  }

  function toCall(wire: WireRecord): OpenBlock['call'] {
    const index = callIds.size
    return { index, id: uniqueId(textAt(wire, 'id') || generateId(), callIds), name: textAt(wire, 'name') }
  }

  function addText(block: OpenBlock, text: string): void {
    if (block.type !== 'text' || text === '') return
    block.text += text
    deltas.addText('text-delta', text)
  }

  function addThought(block: OpenBlock, text: string): void {
    if (text === '') return
    const gap = block.thinking === '' && reasoning !== '' ? '\n\n' : ''
    block.thinking += text
    reasoning += gap + text
    deltas.addText('reasoning-delta', gap + text)
  }

  function addInput(block: OpenBlock, text: string): void {
    block.json += text
    if (block.call && text !== '') {
      deltas.add({ type: 'tool-call-delta', index: block.call.index, argumentsText: text })
    }
  }

  /** Completes the input of a call: calls without arguments have no deltas, and some servers send the whole input in the start event. */
  function close(block: OpenBlock | undefined): void {
    if (block?.call && block.json === '') addInput(block, JSON.stringify(recordAt(block.start, 'input')))
  }

  return {
    start: (index, wire) => void start(index, wire),
    change(index, delta) {
      const block = blocks.get(index) ?? start(index, { type: blockTypeOf(delta) })
      addText(block, textAt(delta, 'text'))
      addThought(block, textAt(delta, 'thinking'))
      addInput(block, textAt(delta, 'partial_json'))
      block.signature += textAt(delta, 'signature')
    },
    stop: (index) => close(blocks.get(index)),
    stopAll: () => blocks.forEach(close),
    takeDeltas: () => deltas.take(),
    all: () => [...blocks.values()],
    reasoning: () => reasoning,
  }
}

function blockTypeOf(delta: WireRecord): string {
  return textAt(delta, 'type').startsWith('thinking') ? 'thinking' : 'text'
}
