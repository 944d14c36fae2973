import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, resolveHome } from '@hermes/runtime'
import { expect, test } from 'vitest'
import { runCommand } from '../../testing/run-command.js'
import { temporaryHome } from '../../testing/serve-home.js'
import { strangerOf } from '../../testing/stranger-of.js'
import { createLinks } from '../chats/people/links.js'
import { createPairing } from '../chats/people/pairing.js'

test('accounts that are linked to the owner or to others are listed, and unlinked one by one', async () => {
  const home = temporaryHome()
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    if (!store.values) throw new TypeError('The store has no values.')
    const [pairing, links] = [createPairing(store.values), createLinks(store.values)]
    await pairing.approve('net', (await pairing.request('net', strangerOf('ada'), async () => false)) ?? '')
    const link = async (network: string, userId: string, person: string) =>
      links.redeem(await links.codeFor(person), { network, userId, person: undefined })
    await link('mail', 'olga@example.org', 'local')
    await link('mail', 'ben@example.org', 'net:ben')
    await link('net', 'ada', 'local')
  }
  const run = (...args: readonly string[]) => runCommand(home, args)
  const linked = [
    'mail  ben@example.org  linked to net:ben',
    'mail  olga@example.org  linked to the owner',
    'net  ada  linked to the owner',
  ]
  expect(await run('people')).toEqual([0, 'net  ada  paired', ...linked])
  expect(await run('unpair', 'mail', 'olga@example.org')).toEqual([
    0,
    'mail:olga@example.org is not linked to the owner any more.',
  ])
  expect(await run('unpair', 'net', 'ada')).toEqual([
    0,
    'net:ada is not paired any more.',
    'net:ada is not linked to the owner any more.',
  ])
  expect(await run('people')).toEqual([0, linked[0]])
  expect(await run('unpair', 'net', 'ada')).toEqual([
    1,
    expect.stringContaining('net:ada is neither paired nor linked'),
  ])
  await run('unpair', 'mail', 'ben@example.org')
  expect(await run('people')).toEqual([0, expect.stringMatching(/^Nobody is paired, linked or waiting\./)])
})

test('says which accounts of the person may still write', async () => {
  const home = temporaryHome()
  const settings = { net: { allow_from: ['eve'] }, mail: { allow_from: ['ada@example.org'] } }
  await writeFile(join(home, 'config.yaml'), JSON.stringify({ platforms: settings }))
  {
    await using store = await openStore(resolveHome({ HERMES_HOME: home }))
    if (!store.values) throw new TypeError('The store has no values.')
    const [pairing, links] = [createPairing(store.values), createLinks(store.values)]
    const pair = async (id: string) =>
      pairing.approve('net', (await pairing.request('net', strangerOf(id), async () => false)) ?? '')
    const link = async (userId: string, person: string) =>
      links.redeem(await links.codeFor(person), { network: 'mail', userId, person: undefined })
    await pair('ada')
    await pair('eve')
    await link('ada@example.org', 'net:ada')
    await link('old@example.org', 'net:ada')
  }
  expect(await runCommand(home, ['unpair', 'net', 'ada'])).toEqual([
    0,
    'net:ada is not paired any more.',
    'mail:ada@example.org may still write to the agent, with which net:ada shared its rights.',
  ])
  expect(await runCommand(home, ['unpair', 'net', 'eve'])).toEqual([
    0,
    'net:eve is not paired any more.',
    'net:eve may still write to the agent: the settings of net let it in.',
  ])
})
