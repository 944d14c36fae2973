import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './create-redactor.js'
import { placeholder } from './secret-patterns.js'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r'
const letters = (length: number) => 'aB3dE6gH9jKlMnOpQrStUvWxYz0123456789xyzXYZ'.slice(0, length)

/** Built here, so that no scanner takes this file for a leak. */
const keys = [
  `sk-${letters(32)}`,
  `sk-ant-api03-${letters(30)}`,
  `sk-or-v1-${letters(40)}`,
  `AIza${letters(35)}`,
  `ghp_${letters(36)}`,
  `github_pat_${letters(40)}`,
  `glpat-${letters(20)}`,
  `hf_${letters(34)}`,
  `gsk_${letters(40)}`,
  `xai-${letters(40)}`,
  `xoxb-${letters(24)}`,
  `AKIA${'ABCDEFGH23456789'}`,
  `123456789:AA${letters(33)}`,
  jwt,
]

describe('what looks like a key', () => {
  const { redact } = createRedactor([])

  test.each(keys)('%s goes, and nothing around it', (key) => {
    for (const [before, after] of [
      ['', ''],
      ['use "', '" please'],
      ['Authorization: Bearer ', '\r\n'],
      ['{"key":"', '"}'],
      ['\n', '\n'],
    ]) {
      expect(redact(`${before}${key}${after}`)).toBe(`${before}${placeholder}${after}`)
    }
  })

  test('secrets go from where secrets stand', () => {
    expect(redact('DB_PASSWORD=hunter2hunter2 npm start')).toBe(`DB_PASSWORD=${placeholder} npm start`)
    expect(redact('git clone https://me:hunter2@host/x.git')).toBe(`git clone https://me:${placeholder}@host/x.git`)
    expect(redact('Bearer abcdefghijklmnop')).toBe(`Bearer ${placeholder}`)
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${letters(40)}\n${letters(40)}\n-----END RSA PRIVATE KEY-----`
    expect(redact(`a\n${pem}\nb`)).toBe(`a\n${placeholder}\nb`)
  })

  test.each([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '550e8400-e29b-41d4-a716-446655440000',
    'call_4f0a9c1b2d3e4f5a6b7c8d9e',
    'npm install sk-tree risk-management-framework',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    'MAX_TOKEN=4096 and process.env.API_KEY',
    'see https://host:8080/path@v2 and me@example.com',
  ])('%s is no secret', (words) => {
    expect(redact(words)).toBe(words)
  })

  test('a second pass changes nothing', () => {
    const once = redact(`${keys.join(' ')} DB_PASSWORD=hunter2hunter2 https://me:hunter2@host`)
    expect(redact(once)).toBe(once)
  })
})

test('given values go, also as they stand in JSON and in addresses', () => {
  const secret = 'pa"ss/w ö'
  const { redact } = createRedactor([secret, ''])
  const text = `${secret} ${JSON.stringify({ secret })} https://host/?p=${encodeURIComponent(secret)}`
  expect(redact(text)).toBe(`${placeholder} {"secret":"${placeholder}"} https://host/?p=${placeholder}`)
})

test('wherever a text is cut into pieces, together they are the redacted text', () => {
  const redactor = createRedactor(['opensesame'])
  const part = fc.oneof(fc.string(), fc.constantFrom(...keys, 'opensesame'), fc.constant(' '))
  const cuts = fc.array(fc.nat(400))
  fc.assert(
    fc.property(fc.array(part), cuts, (parts, places) => {
      const text = parts.join(' ')
      const at = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length]
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
      const redacted = redactor.redactPieces(pieces)
      expect(redacted).toHaveLength(pieces.length)
      expect(redacted.join('')).toBe(redactor.redact(text))
    }),
  )
})
