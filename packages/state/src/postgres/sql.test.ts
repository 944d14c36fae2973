import { expect, test } from 'vitest'
import { createQualify, insertOf, named, positional } from './sql.js'

test('numbers positional and named values in order', () => {
  expect(positional('a = ? and b = ?', ['x', 1])).toEqual({ text: 'a = $1 and b = $2', values: ['x', 1] })
  expect(named('a = @a, b = @b where a <> @a', { a: 'x', b: null, c: 1 }, { b: 'text' })).toEqual({
    text: 'a = $1, b = $2::text where a <> $1',
    values: ['x', null],
  })
  expect(insertOf('questions', { id: 'q', tool: null })).toEqual({
    text: 'insert into questions (id, tool) values ($1, $2) returning *',
    values: ['q', null],
  })
})

test('qualifies table names with any schema name, and nothing else', () => {
  const qualify = createQualify('my "own" $1')
  expect(qualify('select sessions.id from messages m join sessions on true')).toBe(
    'select sessions.id from "my ""own"" $1".messages m join "my ""own"" $1".sessions on true',
  )
  expect(createQualify("it's")("select nextval('fences')")).toBe(`select nextval('"it''s".fences')`)
  expect(qualify('update sessions set from_messages = 1')).toBe('update "my ""own"" $1".sessions set from_messages = 1')
})
