import { expect, test } from 'vitest'
import { ownText } from './own-text.js'

const outlook = (from: string, sent: string, to: string, subject: string) =>
  `${from}: Hermes <hermes@agent.test>\n${sent}: Monday, November 23, 2026 10:00\n${to}: Ada <ada@people.test>;\n Bob <bob@people.test>\n${subject}: Re: Work\n\nMay I?`

const blocks = {
  English: outlook('From', 'Sent', 'To', 'Subject'),
  German: outlook('Von', 'Gesendet', 'An', 'Betreff'),
  French: outlook('De', 'Envoyé', 'À', 'Objet'),
  Chinese: outlook('发件人', '发送时间', '收件人', '主题'),
  'bold, from HTML': outlook('*From', '*Sent', '*To', '*Subject'),
}

test.each(Object.entries(blocks))('a reply is the text above the headers that Outlook writes (%s)', (_, block) => {
  const line = '_'.repeat(32)
  expect(ownText(`/approve\n\n${line}\n${block}`, { isReply: true })).toBe('/approve')
  expect(ownText(`Yes.\r\n${block.replaceAll('\n', '\r\n')}`, { isReply: true })).toBe('Yes.')
  expect(ownText(`Look:\n\n${block}`, { isReply: false })).toBe(`Look:\n\n${block}`)
})

test.each(['-----Original Message-----', '-----Ursprüngliche Nachricht-----', "-----Message d'origine-----"])(
  'a reply is the text above %s',
  (separator) => expect(ownText(`Yes.\n\n${separator}\nMay I?`, { isReply: true })).toBe('Yes.'),
)

test('headers that a person writes about are not history', () => {
  const asked = 'From: where does it come?\n\nSubject: what does it mean?'
  expect(ownText(asked, { isReply: true })).toBe(asked)
  const list = 'From: 9\nTo: 5\n\nIs that fine?'
  expect(ownText(list, { isReply: true })).toBe(list)
})

test('only a reply has a quote of what it answers', () => {
  const mail = 'What is wrong here?\n\n> ERROR 42\n> at line 3'
  expect(ownText(mail, { isReply: false })).toBe(mail)
  expect(ownText(mail, { isReply: true })).toBe('What is wrong here?')
  expect(ownText('> May I?\nYes.\n\nOn Monday 23, Ada wrote:\n> All?', { isReply: true })).toBe('> May I?\nYes.')
})

test.each([
  'Sent from my iPhone',
  'Sent from Outlook for iOS<https://aka.ms/o0ukef>',
  'Get Outlook for Android <https://aka.ms/AAb9ysg>',
  'Von meinem iPhone gesendet',
  'Envoyé de mon iPhone',
  'Enviado desde mi iPad',
  '发自我的iPhone',
  'iPhoneから送信',
])('"%s" is not part of a command or an answer', (line) => {
  expect(ownText(`/link ABCD2345\n\n${line}`, { isReply: false })).toBe('/link ABCD2345')
  const history = `On 23 Nov 2026, at 10:00, Hermes wrote:\n>\n> Which one?`
  expect(ownText(`2\n\n${line}\n\n> ${history}`, { isReply: true })).toBe('2')
  expect(ownText(`2\n\n${line}\n\n${history}`, { isReply: true })).toBe('2')
  expect(ownText(`2\n\n${line}\n${'_'.repeat(32)}\n${blocks.English}`, { isReply: true })).toBe('2')
})

test('a text that mentions how it was sent keeps that', () => {
  const mail = 'What does it mean below a mail?\n\nSent from my iPhone\n\nPlease explain.'
  expect(ownText(mail, { isReply: false })).toBe(mail)
  expect(ownText('It was\nSent from the office.', { isReply: false })).toBe('It was\nSent from the office.')
})

test('only a few lines below the last delimiter are a signature', () => {
  expect(ownText('Hello.\n-- \nAda\nACME Inc.\n', { isReply: false })).toBe('Hello.')
  const patch = 'Review this patch:\n-- \n2.43.0\n\nAnd tell me what it changes.'
  expect(ownText(patch, { isReply: false })).toBe(patch)
  expect(ownText(`${patch}\n-- \nAda`, { isReply: false })).toBe(patch)
  const long = `Data:\n-- \n${'a line\n'.repeat(30)}`
  expect(ownText(long, { isReply: false })).toBe(long.trim())
})

test('a command keeps its text', () => {
  const command = '/bg Sort these:\n\n- pears\n- apples'
  expect(ownText(`${command}\n\nSent from my iPhone`, { isReply: false })).toBe(command)
})
