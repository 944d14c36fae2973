import { expect, test } from 'vitest'
import { ConfigError, describeError, StoreError, TransportError } from './errors.js'

test('describes an error in one line, with the causes that add information', () => {
  const disk = new Error('The disk is full.')
  const file = new Error('a.txt could not be written: The disk is full.', { cause: disk })
  expect(describeError(file)).toBe('a.txt could not be written: The disk is full.')
  expect(describeError(new Error('It failed.', { cause: disk }))).toBe('It failed. Cause: The disk is full.')
  expect(describeError('plain text')).toBe('plain text')
  expect(describeError(undefined)).toBe('')
})

test('describes any thrown value', () => {
  const circular = new Error('It turns.')
  circular.cause = circular
  expect(describeError(circular)).toBe('It turns.')
  expect(describeError(Object.create(null))).toBe('an error without a description')
  expect(describeError(Symbol('sign'))).toBe('Symbol(sign)')
})

test('keeps the message, the details and the causes of an error in JSON', () => {
  const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
  const error = new TransportError('rate-limit', 'The provider is busy: try again.', { status: 429, cause })
  expect(JSON.parse(JSON.stringify({ error }))).toEqual({
    error: {
      name: 'TransportError',
      code: 'transport/rate-limit',
      message: 'The provider is busy: try again.',
      kind: 'rate-limit',
      status: 429,
      cause: 'fetch failed Cause: connect ECONNREFUSED 127.0.0.1:9',
    },
  })
  const remedy = { type: 'set', name: 'model.base_url' } as const
  expect(JSON.parse(JSON.stringify(new ConfigError('model.base_url', 'It is no address.', { remedy })))).toMatchObject({
    path: 'model.base_url',
    message: 'It is no address.',
    remedy,
  })
})

test('describes a conflict in the store without the words of the database', () => {
  const cause = new Error('UNIQUE constraint failed: sessions.title')
  const taken = new StoreError('conflict', 'Another session has the title "Tea": choose another title.', { cause })
  expect(describeError(taken)).toBe(taken.message)
  expect(describeError(new Error('It was not renamed.', { cause: taken }))).toBe(
    `It was not renamed. Cause: ${taken.message}`,
  )
})
