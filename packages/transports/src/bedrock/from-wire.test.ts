import type { JsonObject } from '@hermes/core'
import { describe, expect, test } from 'vitest'
import { createConverseAnswer } from './from-wire.js'

const target = { id: 'bedrock', origin: 'https://a.example', model: 'm' }

function createAnswer() {
  let ids = 0
  return createConverseAnswer({ ...target, generateId: () => `made_${++ids}` })
}

type Event = readonly [type: string, event: JsonObject]

function finishOf(events: readonly Event[], stopReason = 'end_turn', usage: JsonObject = {}) {
  const answer = createAnswer()
  for (const [type, event] of events) answer.add(type, event)
  answer.add('messageStop', { stopReason })
  answer.add('metadata', { usage })
  const finish = answer.finish()
  if (finish.type !== 'finish') throw new Error('no finish')
  return finish
}

function delta(contentBlockIndex: number, piece: JsonObject): Event {
  return ['contentBlockDelta', { contentBlockIndex, delta: piece }]
}

function begin(contentBlockIndex: number, toolUse: JsonObject): Event {
  return ['contentBlockStart', { contentBlockIndex, start: { toolUse } }]
}

describe('tool calls', () => {
  function callsOf(events: readonly Event[]) {
    const { tool_calls: calls } = finishOf(events, 'tool_use').message
    return calls?.map((call) => [call.id, call.function.name, call.function.arguments])
  }

  test('are assembled from fragments, parallel calls by block', () => {
    const events = [
      begin(1, { toolUseId: 'a', name: 'one' }),
      begin(2, { toolUseId: 'b', name: 'two' }),
      delta(2, { toolUse: { input: '{"y":' } }),
      delta(1, { toolUse: { input: '{"x":1}' } }),
      delta(2, { toolUse: { input: '2.0}' } }),
    ]
    expect(callsOf(events)).toEqual([
      ['a', 'one', '{"x":1}'],
      ['b', 'two', '{"y":2.0}'],
    ])
  })

  test('keep the original arguments, JSON or not', () => {
    const cut = [begin(0, { toolUseId: 'a', name: 'one' }), delta(0, { toolUse: { input: '{"cut' } })]
    expect(callsOf(cut)).toEqual([['a', 'one', '{"cut']])
  })

  test('without arguments have an empty object, unless they were cut off', () => {
    const call = begin(0, { toolUseId: 'a', name: 'one' })
    expect(callsOf([call])).toEqual([['a', 'one', '{}']])
    expect(finishOf([call], 'max_tokens').message.tool_calls?.[0]?.function.arguments).toBe('')
  })

  test('get a unique id if theirs is missing or taken', () => {
    const events = [
      begin(0, { name: 'one' }),
      begin(1, { toolUseId: 'x', name: 'one' }),
      begin(2, { toolUseId: 'x', name: 'one' }),
    ]
    expect(callsOf(events)?.map(([id]) => id)).toEqual(['made_1', 'x', 'x_2'])
  })

  test('of server tools are not emitted', () => {
    const events = [
      begin(0, { toolUseId: 'a', name: 'nova_grounding', type: 'server_tool_use' }),
      delta(0, { toolUse: { input: '{}' } }),
      delta(1, { text: 'Found.' }),
    ]
    expect(finishOf(events).message).toEqual({ role: 'assistant', content: 'Found.' })
  })
})

describe('reasoning', () => {
  test('that is signed is stored in place, for its endpoint and model', () => {
    const { message } = finishOf(
      [
        delta(0, { reasoningContent: { text: 'Hm' } }),
        delta(0, { reasoningContent: { signature: 'sig' } }),
        delta(1, { text: 'Yes.' }),
        begin(2, { toolUseId: 'a', name: 'one' }),
      ],
      'tool_use',
    )
    expect(message.reasoning).toBe('Hm')
    expect(message.provider_data).toEqual({
      bedrock: {
        origin: target.origin,
        model: target.model,
        blocks: [
          { reasoningContent: { reasoningText: { text: 'Hm', signature: 'sig' } } },
          { type: 'text', length: 4 },
          { type: 'tool_use', id: 'a' },
        ],
      },
    })
  })

  test('that is encrypted is stored and not shown, even in several chunks', () => {
    const whole = Buffer.from('encrypted').toString('base64')
    const pieces = ['encr', 'ypted'].map((piece) => Buffer.from(piece).toString('base64'))
    for (const sent of [[whole], pieces]) {
      const { message } = finishOf([
        ...sent.map((redactedContent) => delta(0, { reasoningContent: { redactedContent } })),
        delta(1, { text: 'Yes.' }),
      ])
      expect(message.reasoning).toBeUndefined()
      expect(message.provider_data?.bedrock).toMatchObject({
        blocks: [{ reasoningContent: { redactedContent: whole } }, { type: 'text', length: 4 }],
      })
    }
  })

  test('that is not signed is shown and not stored', () => {
    const { message } = finishOf([delta(0, { reasoningContent: { text: 'Hm' } }), delta(1, { text: 'Yes.' })])
    expect(message).toEqual({ role: 'assistant', content: 'Yes.', reasoning: 'Hm' })
  })
})

test('a JSON response gives the same answer as a stream', () => {
  const answer = createAnswer()
  answer.addWhole({
    output: {
      message: {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm', signature: 'sig' } } },
          { reasoningContent: { redactedContent: 'eHg=' } },
          { text: 'Yes.' },
          { toolUse: { toolUseId: 'a', name: 'one', input: { x: [1] } } },
          { toolUse: { toolUseId: 'b', name: 'two', input: {} } },
        ],
      },
    },
    stopReason: 'tool_use',
    usage: { inputTokens: 4, outputTokens: 2 },
  })
  const streamed = finishOf(
    [
      delta(0, { reasoningContent: { text: 'Hm' } }),
      delta(0, { reasoningContent: { signature: 'sig' } }),
      delta(1, { reasoningContent: { redactedContent: 'eHg=' } }),
      delta(2, { text: 'Yes.' }),
      begin(3, { toolUseId: 'a', name: 'one' }),
      delta(3, { toolUse: { input: '{"x":[1]}' } }),
      begin(4, { toolUseId: 'b', name: 'two' }),
      delta(4, { toolUse: { input: '{}' } }),
    ],
    'tool_use',
    { inputTokens: 4, outputTokens: 2 },
  )
  expect(answer.finish()).toEqual(streamed)
})

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['guardrail_intervened', 'content-filter'],
  ['content_filtered', 'content-filter'],
  ['something_new', 'other'],
])('the stop reason %s of a text is %s', (wire, reason) => {
  expect(finishOf([delta(0, { text: 'a' })], wire).reason).toBe(reason)
})

test('reports tool calls as the finish reason, unless the answer was cut off', () => {
  const call = begin(0, { toolUseId: 'a', name: 'one' })
  expect(finishOf([call], 'end_turn').reason).toBe('tool-calls')
  expect(finishOf([call], 'max_tokens').reason).toBe('length')
})

test('counts usage in disjoint classes, and ignores invalid values', () => {
  const usage = {
    inputTokens: 5,
    outputTokens: 9,
    totalTokens: 111,
    cacheReadInputTokens: 90,
    cacheWriteInputTokens: 7,
  }
  expect(finishOf([], 'end_turn', usage).usage).toEqual({
    inputTokens: 5,
    outputTokens: 9,
    cacheReadTokens: 90,
    cacheWriteTokens: 7,
    reasoningTokens: 0,
  })
  const nonsense = { inputTokens: -1, outputTokens: 'x', cacheReadInputTokens: null }
  expect(Object.values(finishOf([], 'end_turn', nonsense).usage)).toEqual([0, 0, 0, 0, 0])
})
