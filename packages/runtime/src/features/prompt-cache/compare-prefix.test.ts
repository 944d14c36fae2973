import type { ModelRequest } from '@hermes/core'
import { expect, test } from 'vitest'
import { comparePrefix } from './compare-prefix.js'
import { createPrefixReader } from './prefix-parts.js'

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
  return comparePrefix(reader.partsOf(base), reader.partsOf(next), (index) => ({
    before: reader.textOf(base, index),
    now: reader.textOf(next, index),
  }))
}

test('a longer conversation keeps the prefix', () => {
  const messages = [...base.messages, { role: 'assistant', content: 'hello' } as const]
  expect(difference(request({ messages }))).toBeUndefined()
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
  const found = comparePrefix(before.partsOf(old), before.partsOf(next), () => ({ before: 'äöü one', now: 'äöü two' }))
  expect(found).toMatchObject({ byte: 7, now: 'two' })
})
