import { expect, expectTypeOf, test } from 'vitest'
import type { JsonObject, JsonValue } from '../contracts/values/json.js'
import { isRecord } from './is-record.js'

test.each([{}, { a: 1 }, Object.create(null), new Map()])('%j is a record', (value) =>
  expect(isRecord(value)).toBe(true),
)

test.each([null, undefined, [], [{}], 'a', 1, true, () => 1])('%j is not a record', (value) =>
  expect(isRecord(value)).toBe(false),
)

test('narrows a JSON value to JSON members and any other value to unknown members', () => {
  const json: JsonValue = JSON.parse('{"a": 1}')
  if (isRecord(json)) expectTypeOf(json).toEqualTypeOf<JsonObject>()
  const other: unknown = json
  if (isRecord(other)) expectTypeOf(other).toEqualTypeOf<Readonly<Record<string, unknown>>>()
  expect(isRecord(json)).toBe(true)
})
