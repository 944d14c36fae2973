import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@hermes/core'
import { probeSandbox, type SandboxHolder, type SandboxStatus } from '@hermes/environments/sandbox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { homePaths } from '../../home/home-paths.js'
import { configSchema } from '../../schema/config-schema.js'
import { openSandbox } from './open-sandbox.js'

const unshareHere = await probeSandbox({ holders: ['unshare'] })

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'hermes-open-sandbox-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const unavailable: SandboxStatus = { status: 'unavailable', reason: 'there is none', remedy: 'Get one.' }

function open(sandbox: 'auto' | 'required' | 'off', status: SandboxStatus, fallback = status) {
  const options = {
    paths: homePaths(join(home, '.hermes')),
    config: configSchema.parse({ terminal: { sandbox } }),
    variables: { HOME: home },
    workingDirectory: home,
    surface: { source: 'test' },
    network: { accessOf: () => 'none' as const, admit: async () => ({ refused: 'No.' }) },
    probe: async (holder: SandboxHolder) => (holder === 'bubblewrap' ? status : fallback),
  }
  return openSandbox(options, silentLogger)
}

test('warns once when the machine has no sandbox, and says what to do', async () => {
  const opened = await open('auto', unavailable)
  expect(opened).toEqual({ warning: 'Commands run without a sandbox: there is none. Get one.' })
})

test('does not suggest installing a program where the system forbids sandboxes', async () => {
  const forbidden: SandboxStatus = { status: 'unavailable', reason: 'it is forbidden', isForbidden: true }
  const { warning } = await open('auto', unavailable, forbidden)
  expect(warning).toBe('Commands run without a sandbox: it is forbidden.')
})

test('rejects a machine without a sandbox when one is required', async () => {
  await expect(open('required', unavailable)).rejects.toMatchObject({
    code: 'config/invalid',
    path: 'terminal.sandbox',
    message: expect.stringMatching(/there is none\. Get one\.$/),
  })
})

test('neither probes nor warns when the sandbox is off', async () => {
  expect(await open('off', unavailable)).toEqual({})
})

test('opens the sandbox of a machine that has one', async () => {
  const { sandbox, warning } = await open('auto', { status: 'available', by: 'bubblewrap', program: '/usr/bin/bwrap' })
  expect(sandbox?.name).toBe('bubblewrap')
  expect(warning).toBeUndefined()
  await expect(sandbox?.[Symbol.asyncDispose]()).resolves.toBeUndefined()
})

describe.skipIf(unshareHere.status === 'unavailable')('a machine without bubblewrap', () => {
  const unshare = { status: 'available', by: 'unshare', program: '/usr/bin/unshare' } as const

  test('sandboxes commands with unshare', async () => {
    const { sandbox, warning } = await open('required', unavailable, unshare)
    expect(sandbox?.name).toBe('unshare (util-linux)')
    expect(warning).toBeUndefined()
    await sandbox?.[Symbol.asyncDispose]()
  })

  test('gets a warning about its limitations', async () => {
    const { sandbox, warning } = await open('auto', unavailable, { ...unshare, lack: 'system calls are not filtered' })
    expect(warning).toMatch(
      /sandboxed by unshare \(util-linux\), but system calls are not filtered\. Install bubblewrap\./,
    )
    await sandbox?.[Symbol.asyncDispose]()
  })
})
