import { describe, expect, test } from 'vitest'
import { callItem, messageItem, reasoningItem, recordedMessage, response } from '../../testing/responses-answer.js'
import { createResponsesAnswer } from './from-wire.js'

type Fields = Record<string, unknown>

function answerOf(events: readonly (readonly [type: string, fields: Fields])[], end: Fields = {}) {
  let ids = 0
  const target = { id: 'openai-responses', origin: 'https://a.example', model: 'm' }
  const answer = createResponsesAnswer({ ...target, generateId: () => `made_${++ids}` })
  for (const [type, fields] of events) answer.addEvent(type, { type, ...fields })
  answer.complete({ ...response, output: [], ...end })
  const deltas = answer.takeDeltas()
  const finish = answer.finish()
  if (finish.type !== 'finish') throw new Error('no finish')
  const shown = (type: string) =>
    deltas.map((delta) => (delta.type === type && 'text' in delta ? delta.text : '')).join('')
  return { ...finish, deltas, shown }
}

const items = [reasoningItem, messageItem, callItem]
const whole = { ...recordedMessage, provider_data: expect.anything() }

describe('an answer is assembled', () => {
  test('from finished items alone', () => {
    const events = items.map((item, output_index) => ['response.output_item.done', { output_index, item }] as const)
    const { message, deltas, shown } = answerOf(events)
    expect(message).toEqual(whole)
    expect(shown('text-delta')).toBe(message.content)
    expect(shown('reasoning-delta')).toBe(message.reasoning)
    expect(deltas.at(-1)).toMatchObject({ name: 'read_file', argumentsText: callItem.arguments })
  })

  test('from the finished response alone', () => {
    expect(answerOf([], { output: items }).message).toEqual(whole)
  })

  test('from announced items that only the final response completes', () => {
    const events = items.map(
      (item, output_index) =>
        [
          'response.output_item.added',
          { output_index, item: { ...item, content: [], summary: [], arguments: '' } },
        ] as const,
    )
    expect(answerOf(events, { output: items }).message).toEqual(whole)
  })

  test('from a final response with other item ids, or an additional item', () => {
    const streamed = [
      ['response.reasoning_summary_text.delta', { output_index: 0, summary_index: 0, delta: 'Hm' }],
      ['response.output_text.delta', { output_index: 1, item_id: 'msg_1', delta: 'Grüße' }],
    ] as const
    const { message } = answerOf(streamed, { output: [{ ...messageItem, id: 'msg_2' }, callItem] })
    expect(message).toMatchObject({ content: 'Grüße 👋', reasoning: 'Hm', tool_calls: [{ id: callItem.call_id }] })
  })

  test('from deltas of unannounced items, by item id', () => {
    const { message, deltas } = answerOf([
      ['response.reasoning_text.delta', { item_id: 'rs', content_index: 0, delta: 'Hm' }],
      ['response.output_text.delta', { item_id: 'one', delta: 'Hel' }],
      ['response.output_text.delta', { item_id: 'one', delta: 'lo' }],
      ['response.function_call_arguments.delta', { item_id: 'fc', delta: '{}' }],
      ['response.output_item.done', { item: { ...callItem, id: 'fc', arguments: '{}' } }],
    ])
    expect(message).toMatchObject({
      content: 'Hello',
      reasoning: 'Hm',
      tool_calls: [{ function: { name: 'read_file' } }],
    })
    expect(deltas.at(-1)).toEqual({ type: 'tool-call-delta', index: 0, name: 'read_file', argumentsText: '' })
  })

  test('from deltas without an item', () => {
    const { message } = answerOf([
      ['response.reasoning_text.delta', { delta: 'Hm' }],
      ['response.output_text.delta', { delta: 'Hello' }],
    ])
    expect(message).toEqual({ role: 'assistant', content: 'Hello', reasoning: 'Hm' })
  })

  test('from parallel calls with interleaved arguments', () => {
    const { message, deltas } = answerOf([
      ['response.output_item.added', { output_index: 0, item: { type: 'function_call', name: 'a', call_id: 'x' } }],
      ['response.output_item.added', { output_index: 1, item: { type: 'function_call', name: 'b', call_id: 'y' } }],
      ['response.function_call_arguments.delta', { output_index: 1, delta: '{"b"' }],
      ['response.function_call_arguments.delta', { output_index: 0, delta: '{"a"' }],
      ['response.function_call_arguments.delta', { output_index: 1, delta: ':2}' }],
      ['response.function_call_arguments.delta', { output_index: 0, delta: ':1}' }],
    ])
    expect(message.tool_calls).toMatchObject([
      { id: 'x', function: { name: 'a', arguments: '{"a":1}' } },
      { id: 'y', function: { name: 'b', arguments: '{"b":2}' } },
    ])
    expect(deltas).toContainEqual({ type: 'tool-call-delta', index: 1, name: 'b', argumentsText: ':2}' })
  })

  test('with several messages and reasoning items as paragraphs, both streamed and stored', () => {
    const said = (text: string) => ({ type: 'message', id: `msg_${text}`, content: [{ type: 'output_text', text }] })
    const thought = (text: string) => ({
      type: 'reasoning',
      id: `rs_${text}`,
      summary: [{ type: 'summary_text', text }],
    })
    const order = [thought('one'), said('A'), thought('two'), said('B')]
    const { message, shown } = answerOf([], { output: order })
    expect([message.content, message.reasoning]).toEqual(['A\n\nB', 'one\n\ntwo'])
    expect([shown('text-delta'), shown('reasoning-delta')]).toEqual(['A\n\nB', 'one\n\ntwo'])
  })

  test('with unique call ids, generated if missing', () => {
    const call = (fields: Fields) => ({ type: 'function_call', name: 't', arguments: '{}', ...fields })
    const output = [call({}), call({ call_id: 'x' }), call({ call_id: 'x' }), call({ id: 'fc_1' })]
    const ids = answerOf([], { output }).message.tool_calls?.map(({ id }) => id)
    expect(ids).toEqual(['made_1', 'x', 'x_2', 'fc_1'])
  })

  test('with the original arguments, JSON or not', () => {
    const output = [{ ...callItem, arguments: '{"cut' }]
    expect(answerOf([], { output }).message.tool_calls?.[0]?.function.arguments).toBe('{"cut')
  })

  test('without unknown events', () => {
    const events = [
      ['response.web_search_call.searching', { output_index: 0 }],
      ['constructor', {}],
      ['response.output_text.delta', { output_index: 1, delta: 7 }],
    ] as const
    expect(answerOf(events).message).toEqual({ role: 'assistant', content: '' })
  })
})

test('returns a refusal as text', () => {
  const streamed = answerOf([['response.refusal.delta', { output_index: 0, delta: 'I cannot.' }]])
  const output = [{ type: 'message', content: [{ type: 'refusal', refusal: 'I cannot.' }] }]
  expect([streamed.message.content, answerOf([], { output }).message.content]).toEqual(['I cannot.', 'I cannot.'])
})

test.each<[string, Fields, string]>([
  ['complete', {}, 'stop'],
  ['complete with calls', { output: [callItem] }, 'tool-calls'],
  ['cut by the limit', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [
    'cut by the limit inside a call',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [callItem] },
    'length',
  ],
  ['filtered', { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'content-filter'],
  ['cut for another reason', { status: 'incomplete', incomplete_details: null }, 'other'],
])('the finish reason of an answer that is %s', (_, end, reason) => {
  expect(answerOf([], end).reason).toBe(reason)
})

test.each<[string, unknown, object]>([
  [
    'OpenAI',
    response.usage,
    { inputTokens: 38, cacheReadTokens: 1920, cacheWriteTokens: 128, outputTokens: 300, reasoningTokens: 192 },
  ],
  [
    'a server that leaves the reasoning out of the output',
    { input_tokens: 10, output_tokens: 5, total_tokens: 40, output_tokens_details: { reasoning_tokens: 25 } },
    { inputTokens: 10, outputTokens: 30, reasoningTokens: 25 },
  ],
  ['nonsense', { input_tokens: -1, output_tokens: 'x', total_tokens: Number.NaN }, { inputTokens: 0, outputTokens: 0 }],
  ['nothing', null, { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 }],
])('the usage of %s', (_, usage, expected) => {
  expect(answerOf([], { usage }).usage).toMatchObject(expected)
})

describe('replay state', () => {
  const stateOf = (output: readonly object[]) => answerOf([], { output }).message.provider_data?.['openai-responses']

  test('stores the items without the content of the message', () => {
    expect(stateOf(items)).toEqual({
      origin: 'https://a.example',
      model: 'm',
      items: [
        reasoningItem,
        {
          id: messageItem.id,
          type: 'message',
          status: 'completed',
          role: 'assistant',
          phase: 'commentary',
          text_length: 8,
        },
        { id: callItem.id, type: 'function_call', status: 'completed', call_id: callItem.call_id },
      ],
    })
  })

  test('is omitted if there are only ids', () => {
    const { phase: _, ...plain } = messageItem
    expect(stateOf([plain, callItem])).toBeUndefined()
    expect(stateOf([messageItem])).toMatchObject({ items: [{ phase: 'commentary' }] })
    expect(stateOf([{ ...reasoningItem, encrypted_content: null }, plain])).toBeUndefined()
  })

  test('omits reasoning that no message or call follows', () => {
    expect(stateOf([reasoningItem])).toBeUndefined()
    expect(stateOf([reasoningItem, callItem, reasoningItem])).toMatchObject({ items: [reasoningItem, {}] })
  })
})
