import { expect, test } from 'vitest'
import { parseSince, parseSpan } from './parse-when.js'

test('parses spans', () => {
  expect(parseSpan('--older-than', '90d')).toBe(90 * 86_400_000)
  expect(parseSpan('--older-than', '12h')).toBe(12 * 3_600_000)
  expect(parseSpan('--older-than', '0d')).toBe(0)
})

test('parses moments: a time ago, a local day, a date with a time', () => {
  const nowMs = Date.UTC(2026, 2, 14, 12)
  expect(parseSince('--since', '2w', nowMs)).toBe(nowMs - 14 * 86_400_000)
  expect(parseSince('--since', '2026-03-01', nowMs)).toBe(new Date(2026, 2, 1).getTime())
  expect(parseSince('--since', '2026-03-01T10:00Z', nowMs)).toBe(Date.UTC(2026, 2, 1, 10))
})

test.each(['', 'd', '90', '-1d', '90 days', '1.5d', '1e3d', '9999999d'])('rejects "%s" as a span', (text) => {
  expect(() => parseSpan('--older-than', text)).toThrow(/--older-than takes a span such as 90d/)
})

test.each(['', 'yesterday', '2026', '2026-13-01', '12', '2026-03-01 at noon'])('rejects "%s" as a moment', (text) => {
  expect(() => parseSince('--since', text, 0)).toThrow(/--since takes a span.*or a date/)
})
