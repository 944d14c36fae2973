import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { homePaths, type Variables } from '@hermes/runtime'
import { createScriptedNetwork, startFakeProvider, text } from '@hermes/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryHome } from '../../testing/serve-home.js'
import { createAccountBook } from '../chats/connect/account-book.js'
import { serve } from '../serving/serve.js'
import { openProfile } from './open-profile.js'
import { openProfiles } from './open-profiles.js'

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })

/** Starts a gateway that serves the home and a profile `copy`, both with the account of one network. */
async function serveCopies() {
  const home = temporaryHome()
  const copy = join(home, 'profiles', 'copy')
  const network = createScriptedNetwork()
  for (const [folder, name] of [
    [home, 'default'],
    [copy, 'copy'],
  ] as const) {
    const provider = await startFakeProvider({ script: () => text(`The profile ${name}.`) })
    onTestFinished(() => provider.close())
    mkdirSync(folder, { recursive: true })
    const settings = {
      model: { provider: 'custom', base_url: provider.baseUrl, default: 'fake-model', context_length: 100_000 },
      auxiliary: { title_generation: { enabled: false } },
      gateway: { api_server: { port: 0, key: 'a-made-up-key-that-is-long-enough' } },
      platforms: { net: { allow_all: true } },
    }
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify(settings))
  }
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const variables: Variables = {}
  const io = {
    stdout: nowhere,
    stderr: nowhere,
    env: variables,
    workingDirectory: home,
    openPlatform: async () => ({ ...network.connect(), account: 'scripted:1' }),
  }
  const shared = { paths: homePaths(home), variables, io, say }
  const accountBook = createAccountBook()
  const own = await openProfile({ ...shared, accounts: accountBook.of('default') })
  onTestFinished(() => own[Symbol.asyncDispose]())
  const others = await openProfiles({ ...shared, accountBook })
  onTestFinished(() => others[Symbol.asyncDispose]())
  const profiles = new Map([...others.profiles].map(([name, { service }]) => [name, service]))
  const gateway = await serve({ ...own.options, profiles })
  onTestFinished(() => gateway.stop(0))
  return { home, network, lines, gateway, ofCopy: () => profiles.get('copy')?.networks() ?? [] }
}

test('the profile that the process was started for keeps its bot, and a copy says who has it', async () => {
  const { network, lines, gateway, ofCopy } = await serveCopies()
  network.say({ text: 'hello' })
  await expect.poll(() => network.shown.map((each) => each.text)).toEqual(['The profile default.'])
  await expect.poll(() => lines.length).toBe(2)
  expect(lines.toSorted()).toEqual([
    'copy: net: the profile "default" receives with the same credentials. Give the profile "copy" credentials of its own, or turn the network off there: hermes -p copy config set platforms.net.enabled false',
    'net: connected as @scripted.',
  ])
  expect(gateway.networks()).toMatchObject([{ name: 'net', status: 'connected' }])
  expect(ofCopy()).toMatchObject([{ status: 'waiting', reason: expect.stringContaining('the profile "default"') }])
})
