import type { JsonObject, JsonSchema } from '@hermes/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coerceArguments } from './coerce-args.js'

function coerced(value: JsonObject[string], schema: JsonSchema) {
  return coerceArguments({ value }, { type: 'object', properties: { value: schema } }).value
}

test.each<[JsonObject[string], JsonSchema, unknown]>([
  ['42', { type: 'integer' }, 42],
  [' -7 ', { type: 'integer' }, -7],
  ['4.0', { type: 'integer' }, 4],
  ['4.5', { type: 'integer' }, '4.5'],
  ['4.5', { type: 'number' }, 4.5],
  ['1e3', { type: 'number' }, 1000],
  ['12345678901234567890', { type: 'integer' }, '12345678901234567890'],
  ['0x10', { type: 'integer' }, '0x10'],
  ['', { type: 'integer' }, ''],
  ['Infinity', { type: 'number' }, 'Infinity'],
  ['true', { type: 'boolean' }, true],
  ['False', { type: 'boolean' }, false],
  ['yes', { type: 'boolean' }, 'yes'],
  ['1', { type: 'boolean' }, '1'],
  ['["a", "b"]', { type: 'array' }, ['a', 'b']],
  ['["1"]', { type: 'array', items: { type: 'integer' } }, [1]],
  ['a, b', { type: 'array' }, 'a, b'],
  ['{"n": "1"}', { type: 'object', properties: { n: { type: 'number' } } }, { n: 1 }],
  [{ n: '1' }, { type: 'object', properties: { n: { type: 'number' } } }, { n: 1 }],
  [[{ n: '1' }], { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } }, [{ n: 1 }]],
  ['null', { type: ['integer', 'null'] }, null],
  ['null', { type: ['string', 'null'] }, 'null'],
  ['42', { type: ['string', 'integer'] }, '42'],
  ['42', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, '42'],
  ['42', { anyOf: [{ type: 'boolean' }, { type: 'integer' }] }, 42],
  ['true', { oneOf: [{ type: 'integer' }, { type: 'boolean' }] }, true],
  ['2', { enum: [1, 2] }, 2],
  ['3', { enum: [1, 2] }, '3'],
  ['1', { enum: ['1', 2] }, '1'],
  ['42', { type: 'string' }, '42'],
  ['42', {}, '42'],
])('coerces %j for %j to %j', (value, schema, expected) => {
  expect(coerced(value, schema)).toEqual(expected)
})

test('keeps properties that the schema does not name', () => {
  const args = JSON.parse('{"__proto__": "1", "constructor": "1", "n": "1"}')
  const result = coerceArguments(args, { type: 'object', properties: { n: { type: 'integer' } } })
  expect(JSON.stringify(result)).toBe('{"__proto__":"1","constructor":"1","n":1}')
})

test('keeps valid values unchanged', () => {
  const value = fc.record({
    n: fc.integer(),
    t: fc.string(),
    l: fc.array(fc.boolean()),
    u: fc.oneof(fc.string(), fc.integer()),
  })
  const schema = {
    type: 'object',
    properties: {
      n: { type: 'integer' },
      t: { type: 'string' },
      l: { type: 'array', items: { type: 'boolean' } },
      u: { type: ['string', 'integer'] },
    },
  }
  fc.assert(
    fc.property(value, (args) => {
      expect(coerceArguments(args, schema)).toBe(args)
    }),
  )
})

test('numbers round-trip through their text', () => {
  const schema = { type: 'object', properties: { n: { type: 'number' } } }
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => {
      expect(coerceArguments({ n: String(n) }, schema)).toEqual({ n })
    }),
  )
})
