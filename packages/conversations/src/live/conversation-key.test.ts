import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ChatOrigin, conversationKey, type KeyRules } from './conversation-key.js'

const telegram = { platform: 'telegram' }
const inGroup = { ...telegram, chatType: 'group', chat: '-100', user: '7' } as const
const inThread = { ...inGroup, thread: '42' } as const

test.each<[string, ChatOrigin, KeyRules?]>([
  ['agent:main:telegram:dm:7', { ...telegram, chatType: 'direct', chat: '7', user: '7' }],
  ['agent:main:telegram:dm:7:42', { ...telegram, chatType: 'direct', chat: '7', user: '7', thread: '42' }],
  ['agent:main:signal:dm:+4912', { platform: 'signal', chatType: 'direct', user: '+4912' }],
  ['agent:main:signal:dm:+4912:t', { platform: 'signal', chatType: 'direct', user: '+4912', thread: 't' }],
  ['agent:main:sms:dm', { platform: 'sms', chatType: 'direct' }],
  ['agent:main:telegram:group:-100:7', inGroup],
  ['agent:main:telegram:group:-100', inGroup, { perUser: false }],
  ['agent:main:telegram:group:-100:42', inThread],
  ['agent:main:telegram:group:-100:42:7', inThread, { perUserInThreads: true }],
  ['agent:main:telegram:group:-100:42', inThread, { perUser: false, perUserInThreads: true }],
  ['agent:main:discord:channel:55:7', { platform: 'discord', chatType: 'channel', chat: '55', user: '7' }],
  [
    'agent:main:slack:channel:T1:C2:U3',
    { platform: 'slack', chatType: 'channel', workspace: 'T1', chat: 'C2', user: 'U3' },
  ],
  ['agent:work:telegram:dm:7', { ...telegram, chatType: 'direct', chat: '7', profile: 'work' }],
  ['agent:main~:telegram:dm:7', { ...telegram, chatType: 'direct', chat: '7', profile: 'main' }],
  [
    'agent:main:matrix:group:%21room%3Aexample.org:@ann%3Aexample.org',
    { platform: 'matrix', chatType: 'group', chat: '!room:example.org', user: '@ann:example.org' },
  ],
  ['agent:main:irc:group:%23caf%C3%A9', { platform: 'irc', chatType: 'group', chat: '#café' }],
  ['agent:main:evil:dm:%2E%2E%2F%2E%2E%2Fetc', { platform: 'evil', chatType: 'direct', chat: '../../etc' }],
  ['agent:main:evil:dm:%2E', { platform: 'evil', chatType: 'direct', chat: '.' }],
])('%s', (key, origin, rules) => {
  expect(conversationKey(origin, rules)).toBe(key)
})

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('..', '.', '../x', 'a:b', '\\', '\0', ''),
)
const origin = fc.record(
  {
    platform: part,
    chatType: fc.constantFrom('direct', 'group'),
    chat: part,
    thread: part,
    user: part,
    workspace: part,
  },
  { requiredKeys: ['platform', 'chatType'] },
)

test('escapes keys so that they are not paths and can be parsed back', () => {
  fc.assert(
    fc.property(origin, (given) => {
      const key = conversationKey(given)
      expect(key).not.toMatch(/[/\\\s\0]|\.\./)
      expect(key).toMatch(/^[\x21-\x7e]+$/)
      const [, , platform, , ...place] = key.split(':').map((escaped) => decodeURIComponent(escaped))
      const { chat, thread, user, workspace } = given
      expect(platform).toBe(given.platform.toWellFormed())
      for (const name of place)
        expect([workspace, chat, thread, user].map((text) => text?.toWellFormed())).toContain(name)
    }),
  )
})
