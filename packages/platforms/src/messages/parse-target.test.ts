import { expect, test } from 'vitest'
import { formatPlace, parseTarget } from './parse-target.js'

const platforms = { telegram: { home_chat: '-100:7' }, matrix: { home_chat: '!room:example.org:8448' }, email: {} }

test.each([
  ['telegram', { chatId: '-100', threadId: '7' }],
  ['telegram:123', { chatId: '123' }],
  ['telegram:@news', { chatId: '@news' }],
  ['telegram:123:9', { chatId: '123', threadId: '9' }],
  ['matrix', { chatId: '!room:example.org:8448' }],
  ['matrix:!abc:example.org', { chatId: '!abc:example.org' }],
  ['matrix:!abc:example.org:$event', { chatId: '!abc:example.org', threadId: '$event' }],
  ['matrix:#room:example.org', { chatId: '#room:example.org' }],
  ['matrix:#room:example.org:$event', { chatId: '#room:example.org', threadId: '$event' }],
  ['email:ada@example.org', { chatId: 'ada@example.org' }],
  ['email:Ada@Example.org:First@example.org', { chatId: 'ada@example.org', threadId: 'First@example.org' }],
  ['email:ada@example.org:first@example.org', { chatId: 'ada@example.org', threadId: 'first@example.org' }],
  ['matrix:!abc', { chatId: '!abc' }],
  ['matrix:!abc:$event', { chatId: '!abc', threadId: '$event' }],
])('%s is the chat %j', (target, address) => {
  const parsed = parseTarget(target, platforms)
  expect(parsed.address).toEqual(address)
  expect(parseTarget(`${parsed.network}:${formatPlace(address)}`, platforms)).toEqual(parsed)
})

test.each(['email', 'signal:1', 'telegram:'])('%s names no chat', (target) => {
  expect(() => parseTarget(target, platforms)).toThrow(/names no chat|have no chat network/)
})

test.each(['email:notanaddress', 'email:ada@', 'email:ada@a b'])('%s is not an address', (target) => {
  expect(() => parseTarget(target, platforms)).toThrow(/is not an address: write email:/)
})

test.each(['telegram:abc', 'telegram:12a', 'telegram:3:abc', 'telegram:@a b'])(
  '%s is not a chat of Telegram',
  (target) => {
    expect(() => parseTarget(target, platforms)).toThrow(/is no chat of Telegram: write its number/)
  },
)

test('rejects an unknown network with the closest word, or all of them', () => {
  expect(() => parseTarget('telegrm:1', platforms)).toThrow('no chat network "telegrm": did you mean "telegram"?')
  expect(() => parseTarget('lokal', platforms, ['local'])).toThrow('no chat network "lokal": did you mean "local"?')
  expect(() => parseTarget('xmpp:1', platforms)).toThrow(/choose one of telegram, matrix, email, or set it up\.$/)
})
