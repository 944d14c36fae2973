import { HermesError, type JsonSchema } from '@hermes/core'
import { expect, test } from 'vitest'
import { toOutputSchema } from './output-schema.js'

const count: JsonSchema = {
  type: 'object',
  properties: { lines: { type: 'integer', minimum: 0 }, files: { type: 'array', items: { type: 'string' } } },
  required: ['lines'],
  additionalProperties: false,
}

test.each([
  ['plain', '{"lines":3}'],
  ['in a block', 'Here it is:\n```json\n{"lines":3}\n```\nDone.'],
  ['in the last of two blocks', '```json\n{"wrong":1}\n```\nno:\n```\n{"lines":3}\n```'],
  ['within a sentence', 'The answer is {"lines":3}, I think.'],
])('reads an answer that is %s', (_, answer) => {
  expect(toOutputSchema(count).read(answer)).toEqual({ ok: true, value: { lines: 3 } })
})

test.each([
  ['is no JSON', 'three', /no JSON/],
  ['is empty', '', /no JSON/],
  ['lacks something', '{}', /lines/],
  ['has the wrong type', '{"lines":"3"}', /lines: .*integer/],
  ['is wrong deep inside', '{"lines":1,"files":["a",2]}', /files\/1: /],
])('describes the problem of an answer that %s', (_, answer, problem) => {
  expect(toOutputSchema(count).read(answer)).toEqual({ ok: false, problem: expect.stringMatching(problem) })
})

test('accepts false, zero and null as values', () => {
  expect(toOutputSchema({ type: 'boolean' }).read('false')).toEqual({ ok: true, value: false })
  expect(toOutputSchema({ type: 'null' }).read('null')).toEqual({ ok: true, value: null })
})

test('does not interpret data inside a schema, and allows any property name', () => {
  const schema = {
    type: 'object',
    properties: { type: { enum: ['text'] }, pattern: { const: { type: '(' } } },
    default: { type: 'text' },
  }
  expect(toOutputSchema(schema).read('{"type":"text"}').ok).toBe(true)
})

test('does not modify the schema', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } }
  const before = structuredClone(schema)
  expect(toOutputSchema(schema).read('{"a":1}').ok).toBe(false)
  expect(schema).toEqual(before)
})

test.each([
  ['leads nowhere', { $ref: '#/$defs/none' }],
  ['has a broken pattern', { type: 'string', pattern: '(' }],
  ['has a type that is none', { type: 'text' }],
])('rejects a schema that %s', (_, schema) => {
  expect(() => toOutputSchema(schema)).toThrow(HermesError)
})
