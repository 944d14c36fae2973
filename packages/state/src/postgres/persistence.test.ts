import { StoreError, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { createPersistence } from './persistence.js'

const coded = (code: string) => Object.assign(new Error('refused'), { code })
const persistFor = (patienceMs: number) =>
  createPersistence({ server: 'server', patienceMs, random: () => 0, logger: silentLogger })

test.each(['40001', '40P01', 'ECONNRESET', '57P03'])('tries again after %s, until it goes well', async (code) => {
  let attempts = 0
  const result = await persistFor(60_000)(async () => {
    attempts += 1
    if (attempts < 4) throw coded(code)
    return 'done'
  })
  expect({ result, attempts }).toEqual({ result: 'done', attempts: 4 })
})

test('gives up when its patience is at an end, and says what to do', async () => {
  const failure = persistFor(0)(() => Promise.reject(coded('40001')))
  await expect(failure).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('try again') })
})

test('tries nothing again that would fail again', async () => {
  let attempts = 0
  const failure = persistFor(60_000)(() => {
    attempts += 1
    return Promise.reject(coded('53100'))
  })
  await expect(failure).rejects.toMatchObject({ kind: 'full' })
  const own = new StoreError('not-found', 'There is none.')
  await expect(persistFor(60_000)(() => Promise.reject(own))).rejects.toBe(own)
  expect(attempts).toBe(1)
})
