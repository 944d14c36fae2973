import type { JsonSchema } from '@hermes/core'
import { expect, test } from 'vitest'
import { describeSchemaProblems } from './schema-problems.js'

test.each<[string, JsonSchema, RegExp]>([
  ['no object', { type: 'string' }, /type must be "object"/],
  ['a dialect', { type: 'object', $schema: 'https://json-schema.org/draft/2020-12/schema' }, /\$schema/],
  ['a choice at the top', { type: 'object', anyOf: [] }, /anyOf/],
  [
    'a name with a space',
    { type: 'object', properties: { 'two words': {} } },
    /"two words" is not a valid argument name/,
  ],
  ['a required name that is not there', { type: 'object', properties: {}, required: ['x'] }, /"x", which is not/],
  ['a reference elsewhere', { type: 'object', properties: { a: { $ref: 'https://x.test/a' } } }, /leads outside/],
])('%s is a problem', (_, schema, problem) => {
  expect(describeSchemaProblems(schema).join(' ')).toMatch(problem)
})

test('finds no problems in a valid schema', () => {
  const properties = { a: { type: 'string' }, b: { type: 'array', items: { $ref: '#/$defs/x' } } }
  expect(describeSchemaProblems({ type: 'object', properties, required: ['a'] })).toEqual([])
  expect(describeSchemaProblems({ type: 'object' })).toEqual([])
})
