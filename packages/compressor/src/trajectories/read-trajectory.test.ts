import type { JsonValue, Message } from '@hermes/core'
import { expect, test } from 'vitest'
import { readTrajectory } from './read-trajectory.js'

const system: Message = { role: 'system', content: 'You are terse.' }
const question: Message = { role: 'user', content: 'What is in a.txt?' }
const call: Message = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{"path":"a.txt"}' } }],
}
const result: Message = { role: 'tool', tool_call_id: 'c1', name: 'read_file', content: 'hello' }
const answer: Message = { role: 'assistant', content: 'It says hello.' }
const asJson = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value))

test('reads the messages of an exported session and keeps its other fields', () => {
  const record = asJson({ id: 's1', title: 'a file', messages: [system, question, call, result, answer] })
  const trajectory = readTrajectory(record)
  expect(trajectory.messages).toEqual([system, question, call, result, answer])
  const kept = trajectory.messages.filter(({ role }) => role !== 'tool' && role !== 'assistant')
  expect(trajectory.withMessages([...kept, answer])).toEqual({
    id: 's1',
    title: 'a file',
    messages: [system, question, answer],
  })
})

test('converts dataset turns to messages with tool calls', () => {
  const { messages } = readTrajectory({
    conversations: [
      { from: 'system', value: 'You are terse.' },
      { from: 'human', value: 'What is in a.txt?' },
      {
        from: 'gpt',
        value: '<think>Look.</think>\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.txt"}}\n</tool_call>',
      },
      { from: 'tool', value: '<tool_response>\nhello\n</tool_response>' },
      { from: 'gpt', value: 'It says hello.' },
    ],
  })
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant'])
  expect(messages[2]).toMatchObject({
    content: '<think>Look.</think>',
    tool_calls: [{ function: { name: 'read_file', arguments: '{"path":"a.txt"}' } }],
  })
  const { tool_calls: calls } = messages[2]?.role === 'assistant' ? messages[2] : {}
  expect(messages[3]).toMatchObject({ tool_call_id: calls?.[0]?.id })
})

test('keeps unchanged turns with all their fields and writes new ones in the same format', () => {
  const turns = [
    { from: 'human', value: 'Go on.', weight: 0 },
    { from: 'gpt', value: 'x <tool_call>{broken</tool_call> y', weight: 1 },
  ]
  const trajectory = readTrajectory({ id: 7, conversations: turns })
  expect(trajectory.messages[1]).toMatchObject({ content: 'x <tool_call>{broken</tool_call> y' })
  const written = trajectory.withMessages([
    ...trajectory.messages,
    { role: 'user', content: 'A summary.' },
    { ...call, content: 'Looking.' },
  ])
  expect(written).toEqual({
    id: 7,
    conversations: [
      ...turns,
      { from: 'human', value: 'A summary.' },
      {
        from: 'gpt',
        value: 'Looking.\n<tool_call>\n{"name":"read_file","arguments":{"path":"a.txt"}}\n</tool_call>',
      },
    ],
  })
})

test.each([
  [[], 'not a JSON object'],
  [{ text: 'x' }, 'neither "messages" nor "conversations"'],
  [
    {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'judge', content: 'b' },
      ],
    },
    'at place 2',
  ],
  [{ messages: [{ role: 'tool', content: 'a' }] }, 'at place 1'],
  [{ messages: [{ role: 'assistant', content: null, tool_calls: [{ id: 'c' }] }] }, 'at place 1'],
  [{ conversations: [{ from: 'human' }] }, 'at place 1'],
  [{ conversations: [{ from: 'narrator', value: 'a' }] }, 'at place 1'],
])('rejects %j with the reason', (record, reason) => {
  expect(() => readTrajectory(asJson(record))).toThrow(reason)
})
