import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import type { SandboxStatus } from '@hermes/environments/sandbox'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { homePaths } from '../../home/home-paths.js'
import { configSchema } from '../../schema/config-schema.js'
import { openSandbox } from './open-sandbox.js'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-open-sandbox-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const unavailable: SandboxStatus = { status: 'unavailable', reason: 'there is none', remedy: 'Get one.' }

function open(sandbox: 'auto' | 'required' | 'off', status: SandboxStatus) {
  const options = {
    paths: homePaths(join(home, '.hermes')),
    config: configSchema.parse({ terminal: { sandbox } }),
    variables: { HOME: home },
    workingDirectory: home,
    surface: { source: 'test' },
    probe: async () => status,
  }
  return openSandbox(options, silentLogger)
}

test('warns once when the machine has no sandbox, and says what to do', async () => {
  const opened = await open('auto', unavailable)
  expect(opened).toEqual({ warning: 'Commands run without a sandbox: there is none. Get one.' })
})

test('rejects a machine without a sandbox when one is required', async () => {
  await expect(open('required', unavailable)).rejects.toMatchObject({
    code: 'config/invalid',
    path: 'terminal.sandbox',
    message: expect.stringMatching(/there is none\. Get one\.$/),
  })
})

test('neither probes nor warns when it is off', async () => {
  expect(await open('off', unavailable)).toEqual({})
})

test('opens the sandbox of a machine that has one', async () => {
  const { sandbox, warning } = await open('auto', { status: 'available', program: '/usr/bin/bwrap' })
  expect(warning).toBeUndefined()
  await expect(sandbox?.[Symbol.asyncDispose]()).resolves.toBeUndefined()
})
