import { TransportError, type TransportErrorKind } from '@hermes/core'
import { expect, test } from 'vitest'
import { adviseOn } from './failure-advice.js'

test.each<[TransportErrorKind, number | undefined, string]>([
  ['auth', 401, 'rotate fallback'],
  ['auth', 403, 'rotate fallback'],
  ['billing', 402, 'rotate fallback'],
  ['billing', 429, 'rotate fallback'],
  ['rate-limit', 429, 'retryable rotate fallback'],
  ['overloaded', 529, 'retryable fallback'],
  ['network', undefined, 'retryable fallback'],
  ['timeout', 504, 'retryable fallback'],
  ['protocol', 200, 'retryable fallback'],
  ['context-overflow', 400, 'compress'],
  ['context-overflow', 413, 'compress'],
  ['content-filter', 400, 'fallback'],
  ['model-not-found', 404, 'fallback'],
  ['invalid-request', 400, ''],
  ['invalid-request', 404, 'fallback'],
])('after %s (status %s): %s', (kind, status, helpful) => {
  const advice = adviseOn(new TransportError(kind, 'No.', status === undefined ? {} : { status }))
  const said = Object.entries(advice).flatMap(([step, helps]) => (helps ? [step] : []))
  expect(said.toSorted()).toEqual(helpful.split(' ').filter(Boolean).toSorted())
})

test('does not wait for an unreachable server, but allows another one', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(adviseOn(new TransportError('network', 'Gone.', { cause }))).toMatchObject({
    retryable: false,
    fallback: true,
  })
})
