import { expect, test } from 'vitest'
import { describeError } from './errors.js'

test('an error is told in one line, with those of its causes that add something', () => {
  const disk = new Error('The disk is full.')
  const file = new Error('a.txt could not be written: The disk is full.', { cause: disk })
  expect(describeError(file)).toBe('a.txt could not be written: The disk is full.')
  expect(describeError(new Error('It failed.', { cause: disk }))).toBe('It failed. Cause: The disk is full.')
  expect(describeError('plain text')).toBe('plain text')
  expect(describeError(undefined)).toBe('')
})

test('whatever is thrown can be told', () => {
  const circular = new Error('It turns.')
  circular.cause = circular
  expect(describeError(circular)).toBe('It turns.')
  expect(describeError(Object.create(null))).toBe('an error without a description')
  expect(describeError(Symbol('sign'))).toBe('Symbol(sign)')
})
