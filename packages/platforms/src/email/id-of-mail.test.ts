import { expect, test } from 'vitest'
import { idOfMail } from './id-of-mail.js'

const header = (key: string, value: string) => ({ key, value })
const headers = [header('from', 'ada@people.test'), header('date', 'Mon, 30 Nov 2026 15:00:00 GMT')]
const mail = { headers, text: 'Tea?', attachments: [] }

test('is the message id', () => {
  expect(idOfMail({ ...mail, headers: [...headers, header('message-id', ' <1@people.test>')] })).toBe('1@people.test')
})

test('distinguishes mails without a message id, and stays the same when a server marks them', () => {
  const id = idOfMail(mail)
  expect(id).toMatch(/^mail-[0-9a-f]{32}$/)
  expect(idOfMail({ ...mail, headers: [header('x-keywords', 'HermesReceived'), ...headers] })).toBe(id)
  const others = [
    { ...mail, text: 'Coffee?' },
    { ...mail, headers: [header('from', 'ada@people.test'), header('date', 'Mon, 30 Nov 2026 15:00:01 GMT')] },
    { ...mail, headers: [...headers, header('message-id', 'broken')] },
    { ...mail, attachments: [{ id: '0', name: 'a.csv', mediaType: 'text/csv', bytes: 1 }] },
  ]
  expect(new Set([id, ...others.map(idOfMail)]).size).toBe(5)
})
