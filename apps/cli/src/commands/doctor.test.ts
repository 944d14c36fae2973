import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../cli.js'

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

test('says what there is, and what to do where something is missing', async () => {
  const { code, text: shown } = await doctor()
  expect(code).toBe(0)
  expect(shown).toMatch(new RegExp(`ok +Node\\.js +${process.versions.node}`))
  expect(shown).toMatch(/warning +Model +none: a stand-in answers\n +Log in with hermes auth login/)
})

test('a sandbox that is switched off is said to be', async () => {
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox: "off" }\n', { mode: 0o600 })
  const results: { name: string; level: string }[] = JSON.parse((await doctor('--json')).text)
  expect(results.find(({ name }) => name === 'sandbox')).toMatchObject({ level: 'warning' })
})

test('settings that Hermes does not start with are an error, for scripts as well', async () => {
  await writeFile(join(home, 'config.yaml'), 'terminal: { sandbox: perhaps }\n', { mode: 0o600 })
  const { code, text: shown } = await doctor()
  expect(code).toBe(1)
  expect(shown).toMatch(/error +Settings .*terminal\.sandbox/)
})
