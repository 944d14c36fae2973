import type { FinishReason, JsonObject, Usage } from '@hermes/core'
import { type Delta, placed, reasonOf, type SettledAnswer, usageOf } from '../../deltas.js'
import { parseObject } from '../json.js'
import { errorBodyOf, type Wire } from '../wire.js'
import { anthropicProblems, signatureOf } from './problems.js'
import { refuseAnthropic } from './refusal.js'

const stopReasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'refusal',
  other: 'pause_turn',
}

/**
 * Anthropic's Messages API, streamed as server-sent events or whole. Thinking blocks are signed for the requested model. A thinking
 * block that was changed, or sent to another model, is rejected.
 */
export function createAnthropicWire(): Wire {
  return {
    basePath: '/v1',
    isCall: (path) => path === '/v1/messages',
    modelOf: (body) => String(body.model ?? ''),
    wantsStream: (body) => body.stream === true,
    streamHeaders: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    refuse: refuseAnthropic,
    interrupt(error) {
      const body = errorBodyOf(refuseAnthropic(error))
      return body === undefined ? undefined : `event: error\ndata: ${body}\n\n`
    },
    problems: anthropicProblems,

    stream(answer, body) {
      const usage = toWireUsage(usageOf(answer))
      const started = { ...envelopeOf(body), content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } }
      return {
        head: event({ type: 'message_start', message: started }) + event({ type: 'ping' }),
        deltas: streamedBlocks(answer, body),
        tail: event({ type: 'message_delta', delta: stopOf(answer), usage }) + event({ type: 'message_stop' }),
      }
    },

    whole: (answer, body) => ({
      ...envelopeOf(body),
      content: planBlocks(answer).map((block) => wholeBlock(block, answer, body)),
      ...stopOf(answer),
      usage: toWireUsage(usageOf(answer)),
    }),
  }
}

/** The index of a block and the form of its deltas. */
interface PlannedBlock {
  readonly index: number
  readonly type: 'thinking' | 'text' | 'tool_use'
  /** The index among the calls. */
  readonly call: number
}

function planBlocks(answer: SettledAnswer): readonly PlannedBlock[] {
  const types: Omit<PlannedBlock, 'index'>[] = []
  if (answer.reasoning) types.push({ type: 'thinking', call: -1 })
  if (answer.text) types.push({ type: 'text', call: -1 })
  answer.toolCalls.forEach((_, call) => {
    types.push({ type: 'tool_use', call })
  })
  return types.map((block, index) => ({ ...block, index }))
}

/** Yields one chunk per delta. The first chunk of a block also opens it, the last one also closes it. */
function* streamedBlocks(answer: SettledAnswer, body: JsonObject): Generator<string> {
  const blocks = planBlocks(answer)
  for (const { delta, place, isFirst, isLast } of placed(answer, (delta) =>
    blocks.find((block) => isOf(delta, block)),
  )) {
    if (!place) continue
    const content = toWireDelta(delta)
    yield [
      isFirst ? event(startOf(place, answer)) : '',
      content ? event({ type: 'content_block_delta', index: place.index, delta: content }) : '',
      isLast ? endOf(place, answer, body) : '',
    ].join('')
  }
}

function isOf(delta: Delta, block: PlannedBlock): boolean {
  if (delta.type === 'tool-call-delta') return block.call === delta.index
  return block.type === (delta.type === 'text-delta' ? 'text' : 'thinking')
}

function startOf({ index, type, call }: PlannedBlock, answer: SettledAnswer): JsonObject {
  const made = answer.toolCalls[call]
  const starts: Readonly<Record<PlannedBlock['type'], JsonObject>> = {
    thinking: { type, thinking: '', signature: '' },
    text: { type, text: '' },
    tool_use: { type, id: made?.id ?? '', name: made?.function.name ?? '', input: {} },
  }
  return { type: 'content_block_start', index, content_block: starts[type] }
}

/** Returns the end of a block. A thinking block is signed there. */
function endOf({ index, type }: PlannedBlock, answer: SettledAnswer, body: JsonObject): string {
  const signature = { type: 'signature_delta', signature: signatureOf(answer.reasoning ?? '', body) }
  const signed = type === 'thinking' ? event({ type: 'content_block_delta', index, delta: signature }) : ''
  return signed + event({ type: 'content_block_stop', index })
}

/**
 * Converts a delta. The first delta of a call contains only its name, which the start of the block has already sent.
 */
function toWireDelta(delta: Delta): JsonObject | undefined {
  switch (delta.type) {
    case 'text-delta':
      return { type: 'text_delta', text: delta.text }
    case 'reasoning-delta':
      return { type: 'thinking_delta', thinking: delta.text }
    default:
      return delta.argumentsText === '' ? undefined : { type: 'input_json_delta', partial_json: delta.argumentsText }
  }
}

function wholeBlock({ type, call }: PlannedBlock, answer: SettledAnswer, body: JsonObject): JsonObject {
  if (type === 'text') return { type, text: answer.text ?? '' }
  const thinking = answer.reasoning ?? ''
  if (type === 'thinking') return { type, thinking, signature: signatureOf(thinking, body) }
  const made = answer.toolCalls[call]
  return {
    type,
    id: made?.id ?? '',
    name: made?.function.name ?? '',
    input: parseObject(made?.function.arguments ?? '') ?? {},
  }
}

function envelopeOf(body: JsonObject): JsonObject {
  return { id: 'msg_fake', type: 'message', role: 'assistant', model: body.model ?? '' }
}

function stopOf(answer: SettledAnswer): JsonObject {
  return { stop_reason: stopReasons[reasonOf(answer)], stop_sequence: null }
}

function toWireUsage(usage: Usage): JsonObject {
  return {
    input_tokens: usage.inputTokens,
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cacheReadTokens,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  }
}

function event(data: JsonObject): string {
  return `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`
}
