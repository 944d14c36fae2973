import type { CredentialRow } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { credentialTable, statusText } from './credential-table.js'

const now = Date.parse('2026-11-21T12:00:00Z')
const row: CredentialRow = {
  provider: 'openrouter',
  id: 'a1b2c3',
  label: 'work',
  type: 'api-key',
  source: 'manual',
  fingerprint: '0123456789abcdef',
  status: 'ok',
}

test.each<[Partial<CredentialRow>, string]>([
  [{}, 'ok'],
  [{ status: 'cooling-down', until: '2026-11-21T12:03:30Z' }, 'cooling down for 4 min'],
  [{ status: 'cooling-down', until: '2026-11-22T12:00:00Z' }, 'cooling down for 24 h'],
  [{ expires: '2026-11-21T13:00:00Z' }, 'ok, token valid for 60 min'],
  [{ expires: '2026-12-01T12:00:00Z' }, 'ok, token valid for 10 days'],
  [{ expires: '2026-11-21T11:00:00Z' }, 'ok, token to be renewed'],
  [{ status: 'missing' }, 'missing'],
  [{ status: 'expired', expires: '2026-11-21T11:00:00Z' }, 'expired'],
])('renders %o as %s', (more, words) => {
  expect(statusText({ ...row, ...more }, now, english)).toBe(words)
})

test('aligns columns and escapes labels', () => {
  const table = credentialTable([row, { ...row, id: 'x', label: 'ev\u001b[31mil\nline' }], now, english)
  const [head = '', first = '', second = ''] = table.split('\n')
  expect(first.indexOf('api-key')).toBe(head.indexOf('type'))
  expect(second.indexOf('api-key')).toBe(head.indexOf('type'))
  expect(table).not.toContain('\u001b')
  expect(table.trimEnd().split('\n')).toHaveLength(3)
})
