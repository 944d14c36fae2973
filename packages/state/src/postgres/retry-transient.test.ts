import { StoreError, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { createRetryTransient } from './retry-transient.js'

const coded = (code: string) => Object.assign(new Error('refused'), { code })
const retryFor = (timeoutMs: number) =>
  createRetryTransient({ server: 'server', timeoutMs, random: () => 0, logger: silentLogger })

test.each(['40001', '40P01', 'ECONNRESET', '57P03'])('retries after %s until it succeeds', async (code) => {
  let attempts = 0
  const result = await retryFor(60_000)(async () => {
    attempts += 1
    if (attempts < 4) throw coded(code)
    return 'done'
  })
  expect({ result, attempts }).toEqual({ result: 'done', attempts: 4 })
})

test('gives up after the timeout and says what to do', async () => {
  const failure = retryFor(0)(() => Promise.reject(coded('40001')))
  await expect(failure).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('try again') })
})

test('does not retry errors that would occur again', async () => {
  let attempts = 0
  const failure = retryFor(60_000)(() => {
    attempts += 1
    return Promise.reject(coded('53100'))
  })
  await expect(failure).rejects.toMatchObject({ kind: 'full' })
  const own = new StoreError('not-found', 'There is none.')
  await expect(retryFor(60_000)(() => Promise.reject(own))).rejects.toBe(own)
  expect(attempts).toBe(1)
})
