import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message, ToolCall } from '../contracts/model/message.js'
import { textOf } from '../contracts/model/message.js'
import { missingResult } from './pair-results.js'
import { sanitizeTranscript } from './sanitize-transcript.js'

const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string | null, ...calls: ToolCall[]): Message =>
  calls.length ? { role: 'assistant', content, tool_calls: calls } : { role: 'assistant', content }
const call = (id: string, name = 'read_file', args = '{}'): ToolCall => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
const result = (id: string, content = 'ok'): Message => ({ role: 'tool', tool_call_id: id, content })

describe('a valid history is returned unchanged', () => {
  test.each<[string, Message[]]>([
    ['empty', []],
    ['question and answer', [user('hi'), assistant('hello')]],
    [
      'parallel calls answered out of order',
      [user('go'), assistant(null, call('a'), call('b')), result('b'), result('a'), assistant('done')],
    ],
    [
      'the same id in two messages',
      [user('go'), assistant('', call('a')), result('a', '1'), assistant(null, call('a')), result('a', '2')],
    ],
    ['pictures', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://a.test/b.png' } }] }]],
  ])('%s', (_, messages) => {
    expect(sanitizeTranscript(messages)).toBe(messages)
  })
})

describe('repairs', () => {
  test.each<[string, Message[], Message[]]>([
    ['two user messages are joined', [user('a'), user('b')], [user('a\n\nb')]],
    [
      'two assistant messages are joined',
      [user('a'), assistant('b'), assistant('c')],
      [user('a'), assistant('b\n\nc')],
    ],
    ['an empty answer between two questions is removed', [user('a'), assistant('  '), user('b')], [user('a\n\nb')]],
    ['an empty question goes', [user('a'), assistant('b'), user('')], [user('a'), assistant('b')]],
    [
      'a call without a result gets one',
      [user('a'), assistant(null, call('x')), user('b')],
      [
        user('a'),
        assistant(null, call('x')),
        { role: 'tool', tool_call_id: 'x', name: 'read_file', content: missingResult },
        user('b'),
      ],
    ],
    ['a result without a call is removed', [user('a'), result('x'), assistant('b')], [user('a'), assistant('b')]],
    [
      'a second result goes',
      [user('a'), assistant(null, call('x')), result('x', '1'), result('x', '2')],
      [user('a'), assistant(null, call('x')), result('x', '1')],
    ],
    [
      'a late result moves up to its call',
      [user('a'), assistant(null, call('x')), user('wait'), result('x')],
      [user('a'), assistant(null, call('x')), result('x'), user('wait')],
    ],
    [
      'calls that share an id are told apart',
      [user('a'), assistant(null, call('x'), call('x')), result('x', '1'), result('x', '2')],
      [user('a'), assistant(null, call('x'), call('x_2')), result('x', '1'), result('x_2', '2')],
    ],
    [
      'broken arguments and names are replaced',
      [user('a'), assistant(null, call('x', 'read file!', '{"path": "a')), result('x')],
      [user('a'), assistant(null, call('x', 'read_file_', '{}')), result('x')],
    ],
    [
      'half of an escaped surrogate pair in arguments is replaced, a pair and an escaped backslash stay',
      [user('a'), assistant(null, call('x', 'f', String.raw`{"a":"\ud83d\ude00 \ud83d \\ud83d \ude00"}`)), result('x')],
      [user('a'), assistant(null, call('x', 'f', String.raw`{"a":"\ud83d\ude00 \ufffd \\ud83d \ufffd"}`)), result('x')],
    ],
    ['lone surrogates are replaced', [user('a\ud800b')], [user('a\ufffdb')]],
  ])('%s', (_, messages, expected) => {
    expect(sanitizeTranscript(messages)).toEqual(expected)
  })
})

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', 'a', '\ud800'))
const id = fc.constantFrom('a', 'b', 'c', '')
const anyCall = fc.record({
  id,
  type: fc.constant('function' as const),
  function: fc.record({
    name: fc.oneof(fc.constantFrom('read_file', 'two words', ''), text),
    arguments: fc.oneof(fc.constantFrom('{}', '{"a":1}', '[]', '', '{"a'), text),
  }),
})
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), content: text }),
  fc.record({
    role: fc.constant('user' as const),
    content: fc.array(fc.record({ type: fc.constant('text' as const), text })),
  }),
  fc.record({ role: fc.constant('assistant' as const), content: fc.option(text) }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: fc.option(text),
    tool_calls: fc.array(anyCall, { maxLength: 4 }),
  }),
  fc.record({ role: fc.constant('tool' as const), tool_call_id: id, content: text }),
)
const anyHistory = fc.array(anyMessage, { maxLength: 14 })

describe('any input', () => {
  test('becomes valid', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        expect(violations(sanitizeTranscript(messages))).toEqual([])
      }),
    )
  })

  test('is unchanged by a second pass', () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        const once = sanitizeTranscript(messages)
        expect(sanitizeTranscript(once)).toBe(once)
      }),
    )
  })

  test("is not mutated, and the user's words keep their order", () => {
    fc.assert(
      fc.property(anyHistory, (messages) => {
        const before = structuredClone(messages)
        const said = wordsOfUser(sanitizeTranscript(messages))
        expect(messages).toEqual(before)
        expect(said).toBe(wordsOfUser(messages))
      }),
    )
  })
})

function wordsOfUser(messages: readonly Message[]): string {
  return messages
    .filter((message) => message.role === 'user')
    .map((message) => textOf(message.content).toWellFormed().replace(/\s+/g, ''))
    .join('')
}

function violations(messages: readonly Message[]): string[] {
  const found: string[] = []
  let open: string[] = []
  messages.forEach((message, index) => {
    const previous = messages[index - 1]
    if (message.role === 'tool') {
      if (!open.includes(message.tool_call_id)) found.push(`${index}: orphan result`)
      open = open.filter((callId) => callId !== message.tool_call_id)
    } else if (open.length) found.push(`${index}: calls without results`)
    if (message.role === 'user' && previous?.role === 'user') found.push(`${index}: two users`)
    if (message.role === 'assistant' && previous?.role === 'assistant') found.push(`${index}: two assistants`)
    if (message.role === 'user' && typeof message.content === 'string' && !message.content.trim())
      found.push(`${index}: empty user`)
    if (message.role === 'assistant') {
      const calls = message.tool_calls ?? []
      open = calls.map((made) => made.id)
      if (!calls.length && !message.content?.trim()) found.push(`${index}: empty assistant`)
      if (new Set(open).size !== open.length) found.push(`${index}: shared ids`)
      for (const made of calls) {
        if (!/^[A-Za-z0-9_-]{1,64}$/.test(made.function.name)) found.push(`${index}: name`)
        if (typeof JSON.parse(made.function.arguments) !== 'object') found.push(`${index}: arguments`)
      }
    }
    if (!textOf(message.content).isWellFormed()) found.push(`${index}: text`)
  })
  return found
}
