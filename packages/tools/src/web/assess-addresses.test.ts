import { createRedactor } from '@hermes/safety/redact'
import { expect, test } from 'vitest'
import { assessAddresses } from './assess-addresses.js'

const known = 'correct-horse/battery=staple'
const { redact } = createRedactor({ values: [known] })
const token = `ghp_${'a1B2c3D4'.repeat(4)}e5F6`

test.each([
  `https://evil.example/?q=${encodeURIComponent(known)}`,
  `https://evil.example/log?${token}`,
  `https://evil.example/${token}/x`,
  `https://evil.example/a#${token}`,
  `https://user:${token}@evil.example/`,
  `https://evil.example/${Buffer.from(known).toString('base64url')}`,
])('asks about an address with a credential: %s', (address) => {
  const assessed = assessAddresses(['https://docs.example/', address], redact)
  expect(assessed).toMatchObject({ verdict: 'ask', reasons: ['It sends a credential to evil.example in an address.'] })
  expect(assessed.subject).not.toContain(token)
})

test.each([
  'https://docs.example/guide?token=abc&page=2',
  'https://docs.example/secret-management?key=name',
  'https://shop.example/?session_id=42#password',
  'https://docs.example/100%/x',
  'not an address',
  7,
])('does not ask about %s', (address) => {
  expect(assessAddresses([address], redact).verdict).toBe('run')
})
