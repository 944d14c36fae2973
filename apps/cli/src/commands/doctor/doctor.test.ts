import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { probeSandbox } from '@hermes/environments/sandbox'
import { createSqliteStore } from '@hermes/state'
import { startFakeProvider } from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../start/run-cli.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-doctor-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function doctor(...args: readonly string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const env = { HERMES_HOME: home, HOME: home, PATH: process.env.PATH }
  const code = await runCli(['doctor', ...args], { io: { stdin, stdout, stderr, env, workingDirectory: home } })
  stdout.end()
  return { code, text: await text(stdout) }
}

test('reports what is installed, and how to fix what is missing', async () => {
  const { code, text: shown } = await doctor()
  expect(code).toBe(0)
  expect(shown).toMatch(new RegExp(`ok +Node\\.js +${process.versions.node}`))
  expect(shown).toMatch(/warning +Model +none: a stand-in answers\n +To set one up: hermes setup/)
})

test('reports a disabled sandbox, without advice where the system allows none', async () => {
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox: "off" }\n', { mode: 0o600 })
  const results: { name: string; level: string }[] = JSON.parse((await doctor('--json')).text)
  const probed = await probeSandbox()
  const isForbidden = probed.status === 'unavailable' && probed.isForbidden
  const found = isForbidden ? { level: 'ok' } : { level: 'warning', fix: expect.stringContaining('sandbox auto') }
  expect(results.find(({ name }) => name === 'sandbox')).toMatchObject(found)
})

test('reports which hosts commands can reach, and that the proxy of listed hosts works', async () => {
  const network = async () => {
    const results: { name: string; level: string; text: string }[] = JSON.parse((await doctor('--json')).text)
    return results.find(({ name }) => name === 'network')
  }
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox: "off" }\n', { mode: 0o600 })
  expect(await network()).toMatchObject({ level: 'ok', text: expect.stringContaining('without a sandbox') })
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox: "off", sandbox_network: list }\n')
  expect(await network()).toMatchObject({ level: 'warning', text: expect.stringContaining('has no effect') })
  if ((await probeSandbox()).status === 'unavailable') return
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox_network: list, sandbox_hosts: [npmjs.org] }\n')
  expect(await network()).toMatchObject({ level: 'ok', text: '1 listed host, and the proxy works' })
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox_network: "off" }\n')
  expect(await network()).toMatchObject({ level: 'ok', text: 'off: commands reach no machine' })
})

test('names a fallback that lacks its key', async () => {
  const fallback = async () => {
    const results: { name: string; level: string; text: string }[] = JSON.parse((await doctor('--json')).text)
    return results.find(({ name }) => name === 'fallback')
  }
  const write = (entry: string) =>
    writeFile(join(home, 'config.yaml'), `fallback_providers: [${entry}]\n`, { mode: 0o600 })
  expect(await fallback()).toMatchObject({ level: 'ok', text: 'none' })
  await write('{ provider: custom, base_url: "http://127.0.0.1:1/v1", model: spare }')
  expect(await fallback()).toMatchObject({ level: 'ok', text: 'spare (custom)' })
  await write('{ provider: groq, model: spare }')
  expect(await fallback()).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('"groq spare" is left out'),
  })
  await write('{ provider: grok, model: spare }')
  expect(await fallback()).toMatchObject({ level: 'error', text: expect.stringContaining('"grok spare" cannot work') })
  const auxiliary = { vision: { fallback_chain: [{ provider: 'groq', model: 'spare' }] } }
  await writeFile(join(home, 'config.yaml'), JSON.stringify({ auxiliary }), { mode: 0o600 })
  expect(await fallback()).toMatchObject({
    level: 'warning',
    text: expect.stringContaining('The vision fallback "groq spare" is left out'),
  })
})

test('reports unusable settings as an error, also in JSON', async () => {
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox: perhaps }\n', { mode: 0o600 })
  const { code, text: shown } = await doctor()
  expect(code).toBe(1)
  expect(shown).toMatch(/error +Settings .*terminal\.sandbox/)
})

describe('tests the configured parts', () => {
  const resultOf = async (name: string) => {
    const { code, text: shown } = await doctor('--json')
    const results: { name: string; level: string; text: string }[] = JSON.parse(shown)
    return { code, ...results.find((result) => result.name === name) }
  }

  test('names the judge of the scan', async () => {
    expect(await resultOf('scan')).toMatchObject({ level: 'ok', text: expect.stringContaining('rules alone') })
    const judge = 'auxiliary: { scan_judge: { provider: custom, base_url: "http://127.0.0.1:9", model: small } }\n'
    await writeFile(join(home, 'config.yaml'), judge, { mode: 0o600 })
    expect(await resultOf('scan')).toMatchObject({ level: 'ok', text: expect.stringContaining('small (custom)') })
  })

  test('reports the store of another program as an error', async () => {
    const database = new DatabaseSync(join(home, 'state.db'))
    database.exec('CREATE TABLE notes (text); PRAGMA application_id = 42')
    database.close()
    expect(await resultOf('sessions')).toMatchObject({ code: 1, level: 'error' })
  })

  test('accepts a store of Hermes without changing it', async () => {
    await (await createSqliteStore({ path: join(home, 'state.db') }))[Symbol.asyncDispose]()
    const before = await readFile(join(home, 'state.db'))
    expect(await resultOf('sessions')).toMatchObject({ code: 0, level: 'ok' })
    expect(await readFile(join(home, 'state.db'))).toEqual(before)
  })

  test('reports a store with damaged or missing messages as an error', async () => {
    const path = join(home, 'state.db')
    {
      await using store = await createSqliteStore({ path })
      await store.sessions.create({ id: 's', source: 'cli', startedAtMs: 1 })
      for (const content of ['a red kettle', 'tea'])
        await store.messages.append('s', [{ message: { role: 'user', content }, timestampMs: 1 }])
    }
    const database = new DatabaseSync(path)
    database.exec("update messages set content = 'a bed kettle' where id = 1")
    database.close()
    const damaged = 'The stored message 1 of session s was changed by damage.'
    expect(await resultOf('sessions')).toMatchObject({ code: 1, level: 'error', text: `${path}: ${damaged}` })
    await rm(path)
    expect(await resultOf('sessions')).toMatchObject({ level: 'error', text: expect.stringContaining('2 messages') })
    await writeFile(path, '')
    expect(await resultOf('sessions')).toMatchObject({
      level: 'error',
      text: expect.stringContaining('2 messages'),
      fix: expect.stringContaining('To restore a backup'),
    })
  })

  test('reports a model server that does not answer as an error', async () => {
    await writeFile(join(home, 'config.yaml'), 'model: { base_url: "http://127.0.0.1:9/v1", default: m }\n')
    expect(await resultOf('server')).toMatchObject({ code: 1, level: 'error' })
  })

  test('warns about a model server without the model', async () => {
    await using server = await startFakeProvider({ script: [], models: ['llama'] })
    await writeFile(join(home, 'config.yaml'), `model: { base_url: "${server.baseUrl}", default: qwen }\n`)
    expect(await resultOf('server')).toMatchObject({ level: 'warning', text: expect.stringContaining('qwen') })
    await writeFile(join(home, 'config.yaml'), `model: { base_url: "${server.baseUrl}", default: llama }\n`)
    expect(await resultOf('server')).toMatchObject({ code: 0, level: 'ok' })
  })

  test('reports an unreachable host as an error', async () => {
    await writeFile(join(home, 'config.yaml'), 'terminal: { backend: ssh, ssh_host: 127.0.0.1, ssh_port: 9 }\n')
    expect(await resultOf('commands')).toMatchObject({ code: 1, level: 'error' })
  })
})
