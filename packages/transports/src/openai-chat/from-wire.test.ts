import { describe, expect, test } from 'vitest'
import { createChatAnswer } from './from-wire.js'

function readerOf(deltas: readonly object[], finishReason: string, last: object = {}) {
  let ids = 0
  const options = { id: 'openai-chat', origin: 'https://a.example', model: 'm', generateId: () => `made_${++ids}` }
  const reader = createChatAnswer(options)
  for (const delta of deltas) reader.add({ choices: [{ index: 0, delta, finish_reason: null }] })
  reader.add({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }], ...last })
  return reader
}

function answerOf(deltas: readonly object[], finishReason = 'stop', last: object = {}) {
  const finish = readerOf(deltas, finishReason, last).finish()
  if (finish.type !== 'finish') throw new Error('no finish')
  return finish
}

function callsOf(pieces: readonly object[]) {
  const { message } = answerOf(
    pieces.map((piece) => ({ tool_calls: [piece] })),
    'tool_calls',
  )
  return message.tool_calls?.map((call) => [call.id, call.function.name, call.function.arguments])
}

function piece(fields: object, name?: string, text?: unknown) {
  return {
    ...fields,
    function: { ...(name !== undefined && { name }), ...(text !== undefined && { arguments: text }) },
  }
}

describe('tool calls are assembled', () => {
  test('from interleaved fragments of parallel calls', () => {
    const pieces = [
      piece({ index: 1, id: 'b' }, 'two', ''),
      piece({ index: 0, id: 'a' }, 'one', '{"x'),
      piece({ index: 1 }, undefined, '{"y":'),
      piece({ index: 0 }, undefined, '":1}'),
      piece({ index: 1 }, undefined, '2}'),
    ]
    expect(callsOf(pieces)).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{"y":2}'],
    ])
  })

  test('from whole calls with neither index nor id', () => {
    expect(callsOf([piece({}, 'one', '{}'), piece({}, 'one', '{}')])).toEqual([
      ['made_1', 'one', '{}'],
      ['made_2', 'one', '{}'],
    ])
  })

  test('from whole calls that all have the index 0', () => {
    const withIds = [piece({ index: 0, id: 'a' }, 'one', '{}'), piece({ index: 0, id: 'b' }, 'one', '{}')]
    expect(callsOf(withIds)).toEqual([
      ['a', 'one', '{}'],
      ['b', 'one', '{}'],
    ])
    const without = [piece({ index: 0 }, 'one', '{"n":1}'), piece({ index: 0 }, 'one', '{"n":2}')]
    expect(callsOf(without)).toEqual([
      ['made_1', 'one', '{"n":1}'],
      ['made_2', 'one', '{"n":2}'],
    ])
  })

  test('from fragments without an index, by id or by order', () => {
    const pieces = [
      piece({ id: 'a' }, 'one', '{'),
      piece({}, undefined, '"x":1'),
      piece({ id: 'a' }, undefined, '}'),
      piece({ id: 'b' }, 'two', '{}'),
    ]
    expect(callsOf(pieces)).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{}'],
    ])
  })

  test('when each fragment repeats the id and the name', () => {
    const pieces = ['{"a"', ':1', '}'].map((text) => piece({ index: 0, id: 'a' }, 'one', text))
    expect(callsOf(pieces)).toEqual([['a', 'one', '{"a":1}']])
  })

  test('when the id follows the name, and the name is split', () => {
    const pieces = [
      piece({ index: 0 }, 'read_'),
      piece({ index: 0 }, 'file'),
      piece({ index: 0, id: 'late' }, undefined, '{}'),
    ]
    expect(callsOf(pieces)).toEqual([['late', 'read_file', '{}']])
  })

  test('with unique ids', () => {
    const pieces = [piece({ index: 0, id: 'x' }, 'one', '{}'), piece({ index: 1, id: 'x' }, 'two', '{}')]
    expect(callsOf(pieces)).toEqual([
      ['x', 'one', '{}'],
      ['x_2', 'two', '{}'],
    ])
  })

  test('with the original argument text, JSON or not; an object becomes text', () => {
    expect(callsOf([piece({ index: 0, id: 'a' }, 'one', '{"cut')])).toEqual([['a', 'one', '{"cut']])
    expect(callsOf([piece({ index: 0, id: 'a' }, 'one', { x: 1 })])).toEqual([['a', 'one', '{"x":1}']])
  })
})

test.each([
  ['stop', 'stop'],
  ['tool_calls', 'stop'],
  ['length', 'length'],
  ['content_filter', 'content-filter'],
  ['SAFETY', 'content-filter'],
  ['something new', 'other'],
])('the finish reason %s of a text is %s', (wire, reason) => {
  expect(answerOf([{ content: 'a' }], wire).reason).toBe(reason)
})

test('reports tool calls as the finish reason, unless the answer was cut off', () => {
  const delta = { tool_calls: [piece({ index: 0, id: 'a' }, 'one', '{}')] }
  expect(answerOf([delta], 'stop').reason).toBe('tool-calls')
  expect(answerOf([delta], 'length').reason).toBe('length')
})

describe('usage', () => {
  test.each<[string, object, object]>([
    [
      'OpenAI',
      {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 60 },
        completion_tokens_details: { reasoning_tokens: 8 },
      },
      { inputTokens: 40, cacheReadTokens: 60, outputTokens: 20, reasoningTokens: 8 },
    ],
    [
      'DeepSeek',
      { prompt_tokens: 100, completion_tokens: 20, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      { inputTokens: 36, cacheReadTokens: 64, outputTokens: 20 },
    ],
    [
      'OpenRouter with cache writes',
      {
        prompt_tokens: 100,
        completion_tokens: 1,
        prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 80 },
      },
      { inputTokens: 10, cacheReadTokens: 10, cacheWriteTokens: 80 },
    ],
    [
      'Gemini, thoughts in the total only',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 40 },
      { inputTokens: 10, outputTokens: 30 },
    ],
    [
      'nonsense',
      { prompt_tokens: -1, completion_tokens: 'x', total_tokens: Number.NaN },
      { inputTokens: 0, outputTokens: 0 },
    ],
  ])('of %s', (_, usage, expected) => {
    expect(answerOf([{ content: 'a' }], 'stop', { usage }).usage).toMatchObject(expected)
  })

  test('is read from the last choice or a separate chunk', () => {
    const usage = { prompt_tokens: 4, completion_tokens: 2 }
    expect(answerOf([], 'stop', { choices: [{ delta: {}, finish_reason: 'stop', usage }] }).usage.inputTokens).toBe(4)
    const reader = readerOf([], 'stop')
    reader.add({ choices: [], usage })
    expect(reader.finish()).toMatchObject({ usage: { inputTokens: 4, outputTokens: 2 } })
  })
})

describe('reasoning', () => {
  test('sent under two names is used once', () => {
    const { message } = answerOf([{ reasoning: 'hm', reasoning_content: 'hm' }, { content: 'a' }])
    expect(message.reasoning).toBe('hm')
  })

  test('in details is shown, merged and stored for replay to the same origin and model', () => {
    const detail = (fields: object) => ({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...fields }] })
    const secret = { type: 'reasoning.encrypted', index: 1, data: 'xyz' }
    const { message } = answerOf([
      detail({ text: 'Let ' }),
      detail({ text: 'me.' }),
      detail({ text: '', signature: 'sig' }),
      { reasoning_details: [secret] },
      { content: 'a' },
    ])
    expect(message.reasoning).toBe('Let me.')
    expect(message.provider_data).toEqual({
      'openai-chat': {
        origin: 'https://a.example',
        model: 'm',
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Let me.', signature: 'sig' }, secret],
      },
    })
  })

  test('is stored for replay only if it led to a call', () => {
    const call = { tool_calls: [piece({ index: 0, id: 'a' }, 'one', '{}')] }
    const thought = { reasoning_content: 'hm' }
    expect(answerOf([thought, call]).message.provider_data?.['openai-chat']).toMatchObject({ reasoning_content: 'hm' })
    expect(answerOf([thought, { content: 'a' }]).message.provider_data).toBeUndefined()
  })

  test('is separated from text in content parts', () => {
    const thinking = { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }
    const { message } = answerOf([thinking, { content: [{ type: 'text', text: 'Hello' }] }])
    expect(message).toMatchObject({ reasoning: 'hm', content: 'Hello' })
  })
})

test('stores provider data of a call by its id', () => {
  const signature = { google: { thought_signature: 'abc' } }
  const call = { ...piece({ index: 0, id: 'a' }, 'one', '{}'), extra_content: signature }
  const { message } = answerOf([{ tool_calls: [call] }])
  expect(message.provider_data?.['openai-chat']).toMatchObject({ extra_content: { a: signature } })
})

test('returns a refusal as text', () => {
  expect(answerOf([{ refusal: 'No.' }]).message.content).toBe('No.')
})
