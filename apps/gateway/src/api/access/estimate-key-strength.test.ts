import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { estimateKeyStrength } from './estimate-key-strength.js'

describe('estimates less than 32 bits for', () => {
  test.each([
    'a',
    'aaaa',
    'a'.repeat(200),
    'password',
    'passwordpassword',
    'password123',
    'Password123!',
    'administrator',
    'qwertyuiop',
    'abcdefghijklmnopqrstuvwxyz',
    '0123456789'.repeat(5),
    'hermes',
    'test-key',
    'changeme',
  ])('%s', (key) => {
    expect(estimateKeyStrength(key)).toBeLessThan(32)
  })
})

describe('estimates at least 32 bits for random keys', () => {
  const keys = Array.from({ length: 200 }, (_, index) => createHash('sha256').update(`${index}`).digest())
  test.each([
    ['24 bytes in hex', (key: Buffer) => key.toString('hex').slice(0, 48)],
    ['12 bytes in hex', (key: Buffer) => key.toString('hex').slice(0, 24)],
    ['12 bytes in base64', (key: Buffer) => key.toString('base64').slice(0, 16)],
    [
      '30 digits',
      (key: Buffer) =>
        BigInt(`0x${key.toString('hex')}`)
          .toString()
          .slice(0, 30),
    ],
  ])('%s', (_, toKey) => {
    for (const key of keys) expect(estimateKeyStrength(toKey(key)), toKey(key)).toBeGreaterThanOrEqual(32)
  })
})
