import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createMemoryStore } from '@hermes/core'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { createPairing } from '../chats/people/pairing.js'
import { processIo } from './gateway-io.js'
import { runGateway } from './run-gateway.js'

test('codes of strangers who wait are forgotten, and people who are paired stay', async () => {
  const { values } = createMemoryStore()
  if (!values) throw new TypeError('The store has no values.')
  const pairing = createPairing(values)
  await pairing.approve('net', (await pairing.request('net', 'ada')) ?? '')
  const code = (await pairing.request('net', 'ben')) ?? ''
  expect(await pairing.forgetCodes('net')).toBe(1)
  expect(await pairing.approve('net', code)).toBeUndefined()
  expect(await pairing.list()).toEqual([{ network: 'net', userId: 'ada', state: 'paired' }])
})

test('the command says how many, and knows the networks', async () => {
  const home = temporaryHome()
  writeFileSync(join(home, 'config.yaml'), 'platforms: { telegram: { token: made-up, enabled: false } }\n')
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    if (!store.values) throw new TypeError('The store has no values.')
    await createPairing(store.values).request('telegram', 'ben')
  }
  const run = async (network: string) => {
    let said = ''
    const stream = new Writable({
      write(chunk, _, done) {
        said += String(chunk)
        done()
      },
    })
    const io = { ...processIo(), env: { HERMES_HOME: home }, stdout: stream, stderr: stream }
    const code = await runGateway(['forget-codes', network], io)
    return [code, said.trim()]
  }
  expect(await run('telegram')).toEqual([0, 'Codes of telegram that are not valid any more: 1'])
  expect(await run('signal')).toEqual([1, expect.stringContaining('There is no network signal')])
})
