import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemoryStore } from '@hermes/core'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.js'
import { temporaryHome } from '../../testing/serve-home.js'
import { strangerOf } from '../../testing/stranger-of.js'
import { createPairing } from '../chats/people/pairing.js'

test('codes of waiting strangers are deleted, and paired people stay', async () => {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  const pairing = createPairing(values)
  await pairing.approve('net', (await pairing.request('net', strangerOf('ada'), async () => false)) ?? '')
  const code = (await pairing.request('net', strangerOf('ben'), async () => false)) ?? ''
  expect(await pairing.forgetCodes('net')).toBe(1)
  expect(await pairing.approve('net', code)).toBeUndefined()
  expect(await pairing.list()).toEqual([{ network: 'net', userId: 'ada', state: 'paired' }])
})

test('the command prints the number of codes, and rejects unknown networks', async () => {
  const home = temporaryHome()
  writeFileSync(join(home, 'config.yaml'), 'platforms: { telegram: { token: made-up, enabled: false } }\n')
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    if (!store.values) throw new TypeError('The store has no values.')
    await createPairing(store.values).request('telegram', strangerOf('ben'), async () => false)
  }
  const run = (network: string) => runCommand(home, ['forget-codes', network])
  expect(await run('telegram')).toEqual([0, 'Codes of telegram that are not valid any more: 1'])
  expect(await run('signal')).toEqual([1, expect.stringContaining('There is no network signal')])
})
