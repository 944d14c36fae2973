import { describe, expect, test } from 'vitest'
import { createMessageBuilder } from './from-wire.js'

const options = { id: 'anthropic', origin: 'https://a.example', model: 'm', generateId: () => 'made' }

function builderOf(...events: readonly object[]) {
  const builder = createMessageBuilder(options)
  for (const event of events) builder.add({ ...event })
  return builder
}

function answerOf(...events: readonly object[]) {
  const finish = builderOf(...events, { type: 'message_stop' }).finish()
  if (finish.type !== 'finish') throw new Error('no finish')
  return finish
}

const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, change: object) => ({ type: 'content_block_delta', index, delta: change })
const stop = (stop_reason: string, more: object = {}) => ({ type: 'message_delta', delta: { stop_reason, ...more } })

const spoken = start(0, { type: 'text', text: 'Hello' })
const called = start(0, { type: 'tool_use', id: 'a', name: 'todo', input: {} })

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'other'],
  ['something new', 'other'],
])('the stop reason %s of a text is %s', (wire, reason) => {
  expect(answerOf(spoken, stop(wire)).reason).toBe(reason)
})

test('reports tool calls as the finish reason, unless the answer was cut off', () => {
  expect(answerOf(called, stop('end_turn')).reason).toBe('tool-calls')
  expect(answerOf(called, stop('max_tokens')).reason).toBe('length')
})

describe('calls', () => {
  test('keep the original arguments, JSON or not', () => {
    const answer = answerOf(
      called,
      delta(0, { type: 'input_json_delta', partial_json: '{"a": 1.0, "cut' }),
      stop('max_tokens'),
    )
    expect(answer.message.tool_calls?.[0]?.function.arguments).toBe('{"a": 1.0, "cut')
  })

  test('may have their whole input in the start event, and no id', () => {
    const whole = start(0, { type: 'tool_use', name: 'todo', input: { a: 1 } })
    const { message } = answerOf(whole, { type: 'content_block_stop', index: 0 }, stop('tool_use'))
    expect(message.tool_calls).toEqual([
      { id: 'made', type: 'function', function: { name: 'todo', arguments: '{"a":1}' } },
    ])
  })

  test('that are interleaved are kept apart', () => {
    const second = start(1, { type: 'tool_use', id: 'b', name: 'todo', input: {} })
    const piece = (index: number, partial_json: string) => delta(index, { type: 'input_json_delta', partial_json })
    const { message } = answerOf(called, second, piece(1, '{"n":'), piece(0, '{}'), piece(1, '2}'), stop('tool_use'))
    expect(message.tool_calls?.map((call) => [call.id, call.function.arguments])).toEqual([
      ['a', '{}'],
      ['b', '{"n":2}'],
    ])
  })

  test('with the same block number are both kept', () => {
    const { message } = answerOf(
      called,
      start(0, { type: 'tool_use', id: 'b', name: 'todo', input: {} }),
      stop('tool_use'),
    )
    expect(message.tool_calls?.map((call) => call.id)).toEqual(['a', 'b'])
  })

  test('with the same id are kept apart', () => {
    const { message } = answerOf(
      called,
      start(1, { type: 'tool_use', id: 'a', name: 'todo', input: {} }),
      stop('tool_use'),
    )
    expect(message.tool_calls?.map((call) => call.id)).toEqual(['a', 'a_2'])
  })
})

describe('usage', () => {
  test('increases, and keeps the initial counts that the end omits', () => {
    const begun = { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 }
    const { usage } = answerOf({ type: 'message_start', message: { usage: begun } }, spoken, {
      ...stop('end_turn'),
      usage: { input_tokens: 0, cache_read_input_tokens: null, output_tokens: 9 },
    })
    expect(usage).toMatchObject({ inputTokens: 10, cacheReadTokens: 5, outputTokens: 9 })
  })

  test('ignores invalid values', () => {
    const { usage } = answerOf(spoken, { ...stop('end_turn'), usage: { input_tokens: -1, output_tokens: 'many' } })
    expect(usage).toMatchObject({ inputTokens: 0, outputTokens: 0 })
  })
})

test('only an answer with thinking needs replay state', () => {
  expect(answerOf(spoken, called, stop('tool_use')).message).not.toHaveProperty('provider_data')
  const hidden = start(0, { type: 'thinking', thinking: '', signature: 's' })
  expect(answerOf(hidden, start(1, { type: 'text', text: 'a' }), stop('end_turn')).message).toMatchObject({
    content: 'a',
    provider_data: {
      anthropic: {
        blocks: [
          { type: 'thinking', thinking: '', signature: 's' },
          { type: 'text', length: 1 },
        ],
      },
    },
  })
})

test('stores a block of an unknown type unchanged in the replay state', () => {
  const server = start(0, { type: 'server_tool_use', id: 'srv', name: 'web_search', input: {} })
  const query = delta(0, { type: 'input_json_delta', partial_json: '{"query":"x"}' })
  const { message } = answerOf(server, query, start(1, { type: 'text', text: 'a' }), stop('end_turn'))
  expect(message.provider_data?.anthropic).toMatchObject({
    blocks: [{ type: 'server_tool_use', id: 'srv', name: 'web_search', input: { query: 'x' } }, { type: 'text' }],
  })
  expect(message).not.toHaveProperty('tool_calls')
})

test('explains a refusal only if it has no text', () => {
  const refusal = stop('refusal', { stop_details: { type: 'refusal', explanation: 'Not that.' } })
  expect(answerOf(refusal).message.content).toBe('Not that.')
  expect(answerOf(spoken, refusal).message.content).toBe('Hello')
})

test('shows thinking as paragraphs and stores it unchanged', () => {
  const thoughts = ['One.', 'Two.'].map((thinking, index) =>
    start(index, { type: 'thinking', thinking, signature: 's' }),
  )
  const { message } = answerOf(...thoughts, start(2, { type: 'text', text: 'a' }), stop('end_turn'))
  expect(message.reasoning).toBe('One.\n\nTwo.')
  expect(message.provider_data?.anthropic?.blocks).toMatchObject([{ thinking: 'One.' }, { thinking: 'Two.' }, {}])
})

test('ignores unknown events', () => {
  const builder = builderOf({ type: 'ping' }, { type: '__proto__' }, { type: 'new_thing' }, { no: 'type' }, spoken)
  expect(builder.takeDeltas()).toEqual([{ type: 'text-delta', text: 'Hello' }])
  expect(builder.isStopped()).toBe(false)
})
