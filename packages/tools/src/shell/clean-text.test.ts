import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTextCleaner } from './clean-text.js'

function clean(pieces: readonly string[]): string {
  const cleaner = createTextCleaner()
  return pieces.map((piece) => cleaner.push(piece)).join('') + cleaner.end()
}

const esc = '\u001b'

describe('an overwritten line', () => {
  test.each([
    ['keeps the last state of a progress bar', '10%\r50%\r100%\ndone\n', '100%\ndone\n'],
    ['keeps the last state of one that erases first', `1%\r${esc}[2K2%\r${esc}[2K3%\n`, '3%\n'],
    ['keeps one that ends in a carriage return', '1%\r2%\r\nnext', '2%\nnext'],
    ['removes one that was erased last', `99%\r${esc}[K\nok`, '99%\nok'],
    ['accepts other line ends', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['a spinner', '|\b/\b-\b\\\bdone', 'done'],
    ['removes overstruck bold type', 'N\bNA\bAM\bME\bE', 'NAME'],
  ])('%s', (_, printed, shown) => {
    expect(clean([printed])).toBe(shown)
  })

  test('reduces a progress bar without line breaks to one line and uses no memory', () => {
    const cleaner = createTextCleaner()
    let shown = ''
    for (let step = 0; step < 20_000; step += 1) shown += cleaner.push(`\r${'#'.repeat(60)} ${step}`)
    expect(shown + cleaner.end()).toBe(`${'#'.repeat(60)} 19999`)
  })
})

describe('binary data', () => {
  test('is replaced with a count, without affecting the text around it', () => {
    const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 256)
    const shown = clean(['before\n', new TextDecoder('utf-8', { fatal: false }).decode(bytes), '\nafter\n'])
    expect(shown).toMatch(/^before\n(?:.{0,20}\n){0,3}\[[\d,]+ characters of binary data left out\]\n/)
    expect(shown).toMatch(/after\n$/)
    expect(shown.length).toBeLessThan(200)
  })

  test('does not include a few letters of another encoding', () => {
    const line = 'Pr\ufffdfung bestanden, Gr\ufffd\ufffde: gut\n'
    expect(clean([line])).toBe(line)
  })

  test('uses no memory for endless zeros', () => {
    const cleaner = createTextCleaner()
    const zeros = '\0'.repeat(65_536)
    let shown = ''
    for (let block = 0; block < 40; block += 1) shown += cleaner.push(zeros)
    expect(shown + cleaner.end()).toBe(
      `[${(40 * 65_536).toLocaleString('en-US')} characters of binary data left out]\n`,
    )
  })
})

test('returns the same text at any chunk boundary', () => {
  const parts = fc.constantFrom(
    'a',
    'word ',
    '\n',
    '\r',
    '\r\n',
    `${esc}[31m`,
    `${esc}]0;title\u0007`,
    '\b',
    '\t',
    '😀',
    'é',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), fc.array(fc.nat({ max: 300 })), (text, borders) => {
      const whole = text.join('')
      const cuts = [0, ...borders.filter((at) => at < whole.length).sort((one, other) => one - other), whole.length]
      const pieces = cuts.slice(1).map((at, index) => whole.slice(cuts[index], at))
      expect(clean(pieces)).toBe(clean([whole]))
    }),
  )
})

test('keeps plain text unchanged, however long its lines are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('x', 'äö', '😀 ', '\n', 'line\n'), fc.nat({ max: 20_000 })), { maxLength: 8 }),
      (runs) => {
        const pieces = runs.map(([unit, times]) => unit.repeat(times))
        expect(clean(pieces)).toBe(pieces.join(''))
      },
    ),
    { numRuns: 50 },
  )
})

test('peek returns the current state of an unfinished line, which is still emitted only once', () => {
  const cleaner = createTextCleaner()
  expect(cleaner.push(`one\n${esc}[1mPassword:${esc}[`)).toBe('one\n')
  expect(cleaner.peek()).toBe('Password:')
  expect(cleaner.push('0m ')).toBe('')
  expect(cleaner.end()).toBe('Password: ')
})
