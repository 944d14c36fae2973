import { expect, test } from 'vitest'
import { testContext } from '../../testing/command-context.js'
import { whoamiCommand } from './whoami.js'

test.each([
  ['the owner at a terminal', { person: { id: 'local', role: 'admin' } }, 'owner'],
  ['another administrator', { person: { id: 'net:ada', role: 'admin' } }, 'admin'],
  ['a program that may do less for the owner', { person: { id: 'local', role: 'user' } }, 'user'],
] as const)('names the role of %s', async (_, options, role) => {
  expect(await whoamiCommand().run('', testContext(options))).toMatchObject({
    rows: expect.arrayContaining([{ name: 'Role', value: role }]),
  })
})
