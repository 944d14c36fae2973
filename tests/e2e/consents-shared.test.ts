import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@hermes/core'
import { call, type FakeProvider, startFakeProvider, text } from '@hermes/testkit'
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withPostgres } from '../integration/state-postgres/with-postgres.js'
import { createSandbox, type Hermes, main, type Sandbox } from './hermes.js'
import { openTerminal, type TerminalProcess } from './terminal.js'

const key = 'made-up-gateway-key'
let machine: Sandbox
/** Another home for the same project, like that of a second replica. */
let other: Sandbox
let fake: FakeProvider
let started: Hermes[]
let chat: TerminalProcess | undefined
beforeEach(async () => {
  machine = createSandbox()
  other = createSandbox()
  started = []
  fake = await startFakeProvider({ script: obedient })
  for (const name of ['build', 'dist', 'more', 'rest', 'last']) mkdirSync(join(machine.workspace, name))
})
afterEach(async () => {
  chat?.process.kill('SIGKILL')
  for (const { process, ended } of started) {
    process.kill('SIGKILL')
    await ended
  }
  await fake.close()
  for (const each of [machine, other]) each[Symbol.dispose]()
})

/** Runs the command that the user writes, and says "Over." */
function obedient(body: JsonObject) {
  const last = Object((body.messages as unknown[]).at(-1))
  return last.role === 'user' ? call('terminal', { command: String(last.content) }) : text('Over.')
}

const isThere = (name: string) => existsSync(join(machine.workspace, name))

function configure({ writeHome }: Sandbox, store: string): void {
  const model = `model: { provider: custom, base_url: "${fake.baseUrl}", default: m, api_key: test-key }\n`
  writeHome('config.yaml', `${model}auxiliary: { title_generation: { enabled: false } }\n${store}`)
}

/** Opens a gateway that works in the project. */
async function openGateway({ start }: Sandbox) {
  const gateway = start(['gateway', 'run', '--port', '0'], { cwd: machine.workspace, env: { API_SERVER_KEY: key } })
  started.push(gateway)
  const [, url = ''] = await gateway.prints(/(http:\/\/127\.0\.0\.1:\d+)/)
  const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 })
  const headers = { 'X-Hermes-Session-Id': session, 'X-Hermes-Commands': 'true' }
  return {
    async say(content: string): Promise<string> {
      const request = { model: 'hermes', messages: [{ role: 'user' as const, content }] }
      const completion = await client.chat.completions.create(request, { headers })
      return completion.choices[0]?.message.content ?? ''
    },
    async end() {
      gateway.process.kill('SIGTERM')
      await gateway.ended
    },
  }
}

const session = 'consents'

/** Lets a person open the session in a chat on the same store, and allow `rm` inside the project for it. */
async function allowForSession(): Promise<void> {
  chat = openTerminal(machine, [process.execPath, main, '-r', session])
  await chat.shows('❯')
  chat.type('rm -rf build\r')
  await chat.shows('Run it?')
  chat.type('s\r')
  await expect.poll(() => isThere('build'), { timeout: 15_000 }).toBe(false)
  await chat.shows('❯')
  chat.type('\u0004')
  await chat.exit
}

test('a gateway keeps what was allowed for a session after a restart, until it is told to forget it', {
  timeout: 120_000,
}, async () => {
  configure(machine, '')
  const first = await openGateway(machine)
  await first.say('rm -rf dist')
  expect(isThere('dist')).toBe(true)
  await allowForSession()
  await first.say('rm -rf dist')
  expect(isThere('dist')).toBe(false)
  await first.end()
  const second = await openGateway(machine)
  await second.say('rm -rf more')
  expect(isThere('more')).toBe(false)
  expect(await second.say('/approvals forget')).toContain('You are asked again')
  await second.say('rm -rf rest')
  expect(isThere('rest')).toBe(true)
  await second.end()
  const third = await openGateway(machine)
  await third.say('rm -rf rest')
  expect(isThere('rest')).toBe(true)
})

withPostgres('what was allowed for a session', (server) => {
  test('what was allowed counts for every replica, and so does forgetting it', { timeout: 120_000 }, async () => {
    const store = `database: { url: "${server().url('postgres')}", schema: ${server().newName()} }\n`
    for (const each of [machine, other]) configure(each, store)
    const [one, two] = [await openGateway(machine), await openGateway(other)]
    await two.say('rm -rf dist')
    expect(isThere('dist')).toBe(true)
    await allowForSession()
    await one.say('rm -rf dist')
    await two.say('rm -rf more')
    expect([isThere('dist'), isThere('more')]).toEqual([false, false])
    expect(await two.say('/approvals list')).toContain('rm -rf build')
    expect(await one.say('/approvals forget')).toContain('You are asked again')
    for (const each of [two, one]) {
      await each.say('rm -rf rest')
      expect(isThere('rest')).toBe(true)
    }
    expect(await two.say('/approvals list')).not.toContain('rm -rf build')
  })
})
