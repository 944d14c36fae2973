import { StoreError } from '@hermes/core'
import { expect, test } from 'vitest'
import { codeOf, isConnectionLost, isTransient, translateError } from './translate-error.js'

const coded = (code: string) => Object.assign(new Error('what the server says'), { code })
const kindOf = (error: unknown) => {
  const translated = translateError(error, 'db.example.org:5432/hermes')
  return StoreError.is(translated) ? translated.kind : translated
}

test.each([
  ['53100', 'full'],
  ['XX001', 'corrupt'],
  ['ECONNREFUSED', 'unavailable'],
  ['28P01', 'unavailable'],
  ['57014', 'unavailable'],
  ['40P01', 'unavailable'],
  ['XX000', 'unavailable'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'unavailable'],
])('translates %s to a StoreError of kind %s that names the server', (code, kind) => {
  const error = coded(code)
  expect(kindOf(error)).toBe(kind)
  expect(translateError(error, 'db.example.org:5432/hermes')).toMatchObject({
    message: expect.stringMatching(/db\.example\.org|restore it from a backup/),
    cause: error,
  })
})

test('returns programming errors unchanged', () => {
  for (const error of [new TypeError('x is not a function'), 'text', undefined, new StoreError('conflict', 'taken')]) {
    expect(translateError(error, 'server')).toBe(error)
  }
})

test('recognizes errors without a code by their message', () => {
  expect(codeOf(new Error('Connection terminated unexpectedly'))).toBe('lost')
  expect(kindOf(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'))).toBe('unavailable')
  expect(kindOf(new Error('The server does not support SSL connections'))).toBe('unavailable')
})

test('an AggregateError of several addresses is translated like its first error', () => {
  expect(codeOf(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe('ECONNREFUSED')
})

test('collisions and lost connections are transient, rejections are not', () => {
  for (const code of ['40001', '40P01', '55P03', '53300', '57P01', '57P03', '08006', 'ECONNRESET']) {
    expect({ code, isTransient: isTransient(coded(code)) }).toEqual({ code, isTransient: true })
  }
  for (const code of ['53100', '28P01', '3D000', '42501', '23505', '57014']) {
    expect({ code, isTransient: isTransient(coded(code)) }).toEqual({ code, isTransient: false })
  }
  expect(isConnectionLost(coded('40001'))).toBe(false)
})
