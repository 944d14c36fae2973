import type { ModelRequest } from '@hermes/core'
import { expect, test } from 'vitest'
import { comparePrefix } from './compare-prefix.js'
import { createPrefixReader } from './prefix-reader.js'

const tool = (name: string, description = 'x') => ({ name, description, parameters: { type: 'object' } })
const request = (parts: Partial<ModelRequest>): ModelRequest => ({
  model: 'm',
  system: 'You are Hermes.\n\nToday is Monday.',
  tools: [tool('a'), tool('b')],
  messages: [{ role: 'user', content: 'hi' }],
  ...parts,
})
const base = request({})

function difference(next: ModelRequest) {
  const reader = createPrefixReader()
  return comparePrefix(reader.linesOf(base), reader.linesOf(next), (index) => ({
    before: reader.textOf(base, index),
    now: reader.textOf(next, index),
  }))
}

test('keeps the prefix in a longer conversation', () => {
  const messages = [...base.messages, { role: 'assistant', content: 'hello' } as const]
  expect(difference(request({ messages }))).toBeUndefined()
})

test('does not keep the prefix if a message only begins with an earlier one', () => {
  expect(difference(request({ messages: [{ role: 'user', content: 'hi there' }] }))).toMatchObject({ how: 'changed' })
})

test('numbers messages from the first one, whatever tools and models are called', () => {
  const tools = [tool('user')]
  const messages = [...base.messages, { role: 'assistant', content: 'hello' } as const]
  const reader = createPrefixReader()
  const [long, short] = [request({ model: 'a b', tools, messages }), request({ model: 'a b', tools })]
  expect(comparePrefix(reader.linesOf(long), reader.linesOf(short))).toMatchObject({ part: 'message 2 (assistant)' })
})

test.each<[string, Partial<ModelRequest>, object]>([
  ['another model', { model: 'n' }, { part: 'model m', how: 'changed', byte: 0, lost: 1 }],
  [
    'another text of a tool',
    { tools: [tool('a', 'y'), tool('b')] },
    { part: 'tool a', how: 'changed', now: expect.stringMatching(/^y"/) },
  ],
  ['a tool that is gone', { tools: [tool('b')] }, { part: 'tool a', how: 'removed', byte: 0 }],
  [
    'another day',
    { system: 'You are Hermes.\n\nToday is Tuesday.' },
    { part: 'system prompt', how: 'changed', now: 'Tuesday.' },
  ],
  [
    'another message',
    { messages: [{ role: 'user', content: 'ho' }] },
    { part: 'message 1 (user)', how: 'changed', now: 'o"}' },
  ],
  ['no messages', { messages: [] }, { part: 'message 1 (user)', how: 'removed' }],
])('names the cause: %s', (_, next, expected) => {
  expect(difference(request(next))).toMatchObject(expected)
})

test('counts bytes, not characters', () => {
  const before = createPrefixReader()
  const [old, next] = [request({ system: 'äöü one', tools: [] }), request({ system: 'äöü two', tools: [] })]
  const found = comparePrefix(before.linesOf(old), before.linesOf(next), () => ({ before: 'äöü one', now: 'äöü two' }))
  expect(found).toMatchObject({ byte: 7, now: 'two' })
})
