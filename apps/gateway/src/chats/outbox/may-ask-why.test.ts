import { configSchema } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { mayAskWhy } from './may-ask-why.js'

const given = { owners: ['olga'], admins: ['ada'], allow_from: ['bob'], home_chat: 'kitchen:7' }

test.each([
  ['net:olga', undefined, 'olga', true],
  ['net:ada', undefined, 'ada', true],
  ['net', undefined, 'kitchen', true],
  ['origin', undefined, 'builders', true],
  ['net:bob', undefined, 'bob', false],
  ['net:team', undefined, 'team', false],
  ['origin', 'net:bob', 'bob', false],
  ['origin', 'net:chat:team', 'team', false],
])(
  'a result for %s, of a job of %s, is sent to %s with the command that explains it: %s',
  (target, userId, chatId, expected) => {
    const settings = configSchema.parse({ platforms: { net: given } }).platforms.net
    if (!settings) throw new TypeError('The network has no settings.')
    const job = { id: 'job-1', name: 'disk', ...(userId !== undefined && { userId }) }
    expect(mayAskWhy({ target, job }, { chatId }, { settings })).toBe(expected)
  },
)
