import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './create-redactor.js'
import { longLine } from './long-line.js'

const letters = (length: number) => 'aB3dE6gH9jKlMnOpQrStUvWxYz0123456789xyzXYZ'.repeat(9).slice(0, length)
const key = `sk-${letters(32)}`
const { redact } = createRedactor()

describe('the mask', () => {
  test('keeps the ends of a long key and replaces anything else completely', () => {
    expect(redact(`OPENAI_API_KEY=${key}`)).toBe(`OPENAI_API_KEY=${key.slice(0, 6)}…${key.slice(-4)}`)
    expect(redact('DB_PASSWORD=correct4horse-battery-staple')).toBe('DB_PASSWORD=[REDACTED]')
    expect(redact(`{"a":"${key}","password":"hunter2"}`)).toBe(
      `{"a":"${key.slice(0, 6)}…${key.slice(-4)}","password":"[REDACTED]"}`,
    )
  })

  test('keeps the markers of a private key', () => {
    const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} EC PRIVATE KEY-----`)
    const body = `${letters(64)}\n${letters(40)}==`
    expect(redact(`a\n${begin}\n${body}\n${end}\nb`)).toBe(`a\n${begin}\n[REDACTED]\n${end}\nb`)
  })

  test('can be replaced by the caller', () => {
    expect(createRedactor({ mask: (_, isToken) => (isToken ? 'KEY' : '***') }).redact(`${key} pwd=hunter2`)).toBe(
      'KEY pwd=***',
    )
  })
})

describe('given values', () => {
  const secret = 'pa"ss/w ö+1'
  const { redact } = createRedactor({ values: [secret, '', 'short', 'first line\nsecond line'] })

  test.each([
    ['as is', secret],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['in an address', encodeURIComponent(secret)],
    ['in a form', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
  ])('go %s', (_, spelling) => {
    expect(redact(`<< ${spelling} >>`)).toBe('<< [REDACTED] >>')
  })

  test.each(['', 'u', 'us', 'me:', 'user:'])('go in base64 after %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const left = redact(Buffer.from(`${before}${secret}`).toString(encoding))
      expect(left).toContain('[REDACTED]')
      expect(left.replace('[REDACTED]', '').length).toBeLessThan(12)
    }
  })

  test('removes a multi-line value line by line and keeps its short lines', () => {
    expect(redact('short: "first line" and second line')).toBe('short: "[REDACTED]" and [REDACTED]')
  })
})

test('removes matches of custom patterns', () => {
  const redactor = createRedactor({ patterns: [/ACME-\d+/, /zz+/g] })
  expect(redactor.redact('ACME-1 ACME-22 zzz')).toBe('[REDACTED] [REDACTED] [REDACTED]')
})

const parts = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  fc.string({ unit: fc.constantFrom(...' \n\t"\'=:;,-_./\\@%…[]') }),
  fc.constantFrom(
    key,
    'opensesame',
    'password=',
    '"token": "',
    'Authorization: Bearer ',
    'Cookie: a=',
    'https://me:',
    '@host/',
    '?sig=',
    letters(40),
    `-----BEGIN RSA PRIVATE KEY-----\n${letters(64)}\n${letters(20)}`,
    '\n-----END RSA PRIVATE KEY-----\n',
    `\n${letters(64)}\n`,
    '[REDACTED]',
    'Private-Lines: 2\n',
    `${letters(378)}`,
    'x'.repeat(longLine - 100),
    'word and '.repeat(900),
  ),
)
const texts = fc.array(parts, { maxLength: 12 }).map((list) => list.join(''))

describe('any text', () => {
  const redactor = createRedactor({ values: ['opensesame'], patterns: [/ACME-\d+/] })

  test('redacting twice equals redacting once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = redactor.redact(text)
        expect(redactor.redact(once)).toBe(once)
      }),
      { numRuns: 300 },
    )
  })

  test('a stream cut at any index gives the same text as one call', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(60_000), { maxLength: 20 }), (text, cuts) => {
        const stream = redactor.stream()
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length]
        const out = at.slice(1).map((end, index) => stream.push(text.slice(at[index], end)))
        expect(out.join('') + stream.end()).toBe(redactor.redact(text))
      }),
      { numRuns: 300 },
    )
  })

  test('a stream of single characters gives the same text as one call', () => {
    fc.assert(
      fc.property(
        fc.array(parts.filter((part) => part.length < 300)).map((list) => list.join('')),
        (text) => {
          const stream = redactor.stream()
          const out = [...text].map((character) => stream.push(character)).join('')
          expect(out + stream.end()).toBe(redactor.redact(text))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('keeps everything outside the spans', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let position = 0
        for (const { start, end } of redactor.find(text)) {
          expect(start).toBeGreaterThanOrEqual(position)
          expect(end).toBeGreaterThan(start)
          position = end
        }
        expect(position).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})

describe('streams', () => {
  test('emits whole lines at once, and a private key once it has ended', () => {
    const stream = redactor()
    expect(stream.push('one\ntwo')).toBe('one\n')
    expect(stream.push('\n-----BEGIN PRIVATE KEY-----\n')).toBe('two\n')
    expect(stream.push(`${letters(64)}\n`)).toBe('')
    expect(stream.push('-----END PRIVATE KEY-----\nrest')).toBe(
      '-----BEGIN PRIVATE KEY-----\n[REDACTED]\n-----END PRIVATE KEY-----\n',
    )
    expect(stream.end()).toBe('rest')
  })

  test.each([
    ['one line', 'word and, '],
    ['one word', 'x'],
    ['one key', 'sk-a1B'],
    ['an unterminated private key', `-----BEGIN PRIVATE KEY-----\n${`${letters(64)}\n`.repeat(9)}`],
    ['markers', '-----BEGIN PRIVATE KEY-----'],
    ['lines', 'a line\n'],
  ])('holds back a bounded part of %s', (_, piece) => {
    const stream = redactor()
    let given = 0
    let most = 0
    for (let at = 0; at < 400_000; at += piece.length) {
      given += piece.length
      given -= stream.push(piece).length
      most = Math.max(most, Math.min(given, 400_000))
    }
    const shrunk = redact(piece.repeat(400)).length < piece.repeat(400).length / 2
    if (!shrunk) expect(most).toBeLessThan(100_000)
    expect(stream.end().length).toBeLessThan(100_000)
  })

  test('removes a secret that is longer than the part held back', () => {
    const text = `Authorization: Bearer ${letters(378).repeat(200)} end`
    expect(redact(text)).toBe('Authorization: Bearer [REDACTED] end')
    const stream = redactor()
    const out = Array.from({ length: Math.ceil(text.length / 1000) }, (_, index) =>
      stream.push(text.slice(index * 1000, (index + 1) * 1000)),
    )
    expect(out.join('') + stream.end()).toBe('Authorization: Bearer [REDACTED] end')
  })

  function redactor() {
    return createRedactor().stream()
  }
})

test.each([0, 100, 8000, 8170, 8185, 8192, 8200, 16_000, 16_380, 16_384, 30_000])(
  'removes a key after %i other characters of its line',
  (before) => {
    const text = `${'word '.repeat(before / 5)}${'.'.repeat(before % 5)} pass ${key} DB_PASSWORD=hunter2 ${'word '.repeat(9000)}`
    expect(redact(text)).not.toContain(key.slice(6, 18))
    expect(redact(text)).not.toContain('hunter2')
  },
)
