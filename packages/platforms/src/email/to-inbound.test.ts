import { expect, test } from 'vitest'
import { toInbound } from './to-inbound.js'

test('a mail without a message id keeps its id when its folder is renumbered', () => {
  const mail = {
    headers: [{ key: 'date', value: 'Mon, 30 Nov 2026 15:00:00 GMT' }],
    from: 'ada@people.test',
    fromName: '',
    subject: 'Tea',
    text: 'Tea?',
    receivedAtMs: 0,
    attachments: [],
  }
  const [before, after] = ['1.7', '2.1'].map((number) => toInbound({ ...mail, number }, () => false))
  expect(after).toEqual(before)
})
