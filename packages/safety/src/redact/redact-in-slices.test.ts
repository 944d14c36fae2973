import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRedactor } from './create-redactor.js'
import { redactInSlices } from './redact-in-slices.js'

const key = `ghp_${'aB3'.repeat(12)}`
const value = 'a value that only the user knows'
const redactor = createRedactor({ values: [value] })

test.each([
  ['lines', `a line of text with ${key} and password=hunter2hunter2\n`.repeat(20_000)],
  ['one line', `words ${value} and ${key} `.repeat(10_000)],
  [
    'a key block',
    `${'x\n'.repeat(8_000)}-----BEGIN RSA PRIVATE KEY-----\n${'ABCDabcd0123+/==\n'.repeat(3_000)}-----END RSA PRIVATE KEY-----\nend`,
  ],
  ['halves of characters', '😀'.repeat(50_001)],
  ['a short text', `token: ${key}`],
  ['nothing', ''],
])('redacts %s as at once', async (_, text) => {
  const whole = redactor.redact(text)
  expect(await redactInSlices(redactor, text)).toBe(whole)
  expect(whole).not.toContain(key)
})

test('redacts a text with very many secrets', () => {
  const text = `password=${'hunter2'.repeat(2)}\n`.repeat(150_000)
  expect(redactor.redact(text)).not.toContain('hunter2')
})

test('yields to other work while it redacts a long text, and only then', async () => {
  let rounds = 0
  let isRunning = true
  const turning = (async () => {
    for (; isRunning; rounds += 1) await nextRound()
  })()
  await redactInSlices(redactor, 'short')
  expect(rounds).toBe(0)
  await redactInSlices(redactor, 'a line of some words\n'.repeat(400_000))
  isRunning = false
  await turning
  expect(rounds).toBeGreaterThan(1)
})
