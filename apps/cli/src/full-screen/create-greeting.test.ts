import { english } from '@hermes/safety/language'
import { expect, test } from 'vitest'
import { createGreeting } from './create-greeting.js'

const session = {
  model: { id: 'large', provider: 'custom' },
  workingDirectory: '/work',
  isStored: false,
} as const

test('greets a new session like the chat, and shows the warnings of its folder', () => {
  const greet = createGreeting({
    t: english,
    agentName: 'Hermes',
    warnings: ['The home is old.'],
    folderOf: () => ({ environment: { sandboxedBy: 'a box' }, warnings: ['The window is assumed.'] }),
  })
  const told = ['The home is old.', 'The window is assumed.'].map((text) => ({ tone: 'warning', text }))
  const [banner, ...rest] = greet(session)
  expect(banner?.text).toMatch(
    /^Hermes \S+ · large \(custom\) · new session · \/work · commands sandboxed by a box\n\/help/,
  )
  expect(rest).toEqual(told)
  expect(greet({ ...session, isStored: true })).toEqual(told)
})

test('greets a session on a remote server', () => {
  const [banner] = createGreeting({ t: english, agentName: 'Hermes', warnings: [] })(session)
  expect(banner?.text).not.toContain('sandboxed')
})
