import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeAuthorization } from '@hermes/testkit'
import { fingerprintOf } from '@hermes/transports/auth'
import { expect, test } from 'vitest'
import { claudeFile, openDesk } from '../../testing/credentials.js'
import { modeOf } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import { cooldownState } from './cooldown-file.js'
import { createCredentialManager, type LoginRequest } from './credential-manager.js'

const key = 'sk-or-v1-0123456789abcdef'

function request(more: Partial<LoginRequest> = {}): LoginRequest {
  return {
    prompter: { showCode: async () => undefined, showPage: async ({ page }) => void (await fetch(page)) },
    signal: new AbortController().signal,
    ...more,
  }
}

test('stores an added key readable only by its owner, shows its fingerprint, and removes it completely', async () => {
  const { manager, paths, text } = await openDesk()
  const row = await manager.add('openrouter', key, { label: 'work' })
  expect(row).toMatchObject({ provider: 'openrouter', label: 'work', type: 'api-key', source: 'manual', status: 'ok' })
  expect(row.fingerprint).toBe(fingerprintOf(key))
  expect(JSON.stringify(await manager.list())).not.toContain(key)
  expect(await modeOf(join(paths.home, 'auth.json'))).toBe(0o600)
  expect(await text()).toContain(key)

  await manager.remove('openrouter', 'work')
  expect(await text()).not.toContain(key)
  expect(await manager.list()).toEqual([])
  expect((await readdir(paths.home)).filter((name) => name.includes('tmp') || name.includes('lock'))).toEqual([])
})

test('puts the newest key first, accepts a position, and stores the same key once', async () => {
  const { manager } = await openDesk({ OPENROUTER_API_KEY: 'from-env' })
  for (const label of ['first', 'second']) await manager.add('openrouter', `key-${label}`, { label })
  await manager.add('openrouter', 'key-first', { label: 'renamed' })
  const labels = async () => (await manager.list('openrouter')).map(({ label }) => label)
  expect(await labels()).toEqual(['renamed', 'second', 'OPENROUTER_API_KEY'])
  await manager.move('openrouter', 'OPENROUTER_API_KEY', 1)
  expect(await labels()).toEqual(['OPENROUTER_API_KEY', 'renamed', 'second'])
  await manager.move('openrouter', 'renamed', 9)
  expect(await labels()).toEqual(['OPENROUTER_API_KEY', 'second', 'renamed'])
})

test("finds keys in variables: the provider's names, numbered names and lists", async () => {
  const { manager } = await openDesk({
    GEMINI_API_KEY: 'a',
    GEMINI_API_KEY_2: 'c',
    GEMINI_API_KEY_10: 'd',
    GEMINI_API_KEY_1: 'b',
    GEMINI_API_KEYS: 'e, f,a',
    GOOGLE_API_KEY: 'a',
  })
  const rows = await manager.list('gemini')
  expect(rows.map(({ fingerprint }) => fingerprint)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(fingerprintOf))
  expect(rows.map(({ source }) => source)).toContain('env:GEMINI_API_KEYS#2')
})

test('stores only the source and fingerprint of a borrowed credential', async () => {
  const { manager, text, writeForeign } = await openDesk({ ANTHROPIC_API_KEY: 'sk-ant-api03-borrowed' })
  const tokens = { accessToken: 'sk-ant-oat01-borrowed', refreshToken: 'sk-ant-ort01-borrowed' }
  await writeForeign('.claude/.credentials.json', claudeFile(tokens, Date.now() + 3_600_000))
  await manager.login('anthropic', request())
  await manager.move('anthropic', 'ANTHROPIC_API_KEY', 1)
  expect((await manager.list('anthropic')).map(({ source }) => source)).toEqual([
    'env:ANTHROPIC_API_KEY',
    'claude_code',
  ])
  expect(await text()).not.toContain('borrowed')
  expect(await text()).toContain(`sha256:${fingerprintOf(tokens.accessToken)}`)
})

test('prefers a renewable login to a token', async () => {
  const { manager, writeForeign } = await openDesk({ CLAUDE_CODE_OAUTH_TOKEN: 'sk-ant-oat01-static' })
  const tokens = { accessToken: 'sk-ant-oat01-file', refreshToken: 'sk-ant-ort01-file' }
  await writeForeign('.claude/.credentials.json', claudeFile(tokens, Date.now() + 3_600_000))
  expect((await manager.list('anthropic')).map(({ source }) => source)).toEqual([
    'claude_code',
    'env:CLAUDE_CODE_OAUTH_TOKEN',
  ])
})

test('stops using a removed borrowed credential until it is added again', async () => {
  const { manager, writeForeign } = await openDesk()
  const tokens = { accessToken: 'sk-ant-oat01-x', refreshToken: 'sk-ant-ort01-x' }
  const file = await writeForeign('.claude/.credentials.json', claudeFile(tokens, Date.now() + 3_600_000))
  await manager.remove('anthropic', 'claude_code')
  expect(await manager.list('anthropic')).toEqual([])
  expect(await modeOf(file), "the other program's login is untouched").toBe(0o600)
  await manager.login('anthropic', request())
  expect(await manager.list('anthropic')).toHaveLength(1)
})

test('reports a missing login of another program', async () => {
  const { manager, writeAuth } = await openDesk()
  await writeAuth({ version: 1, credential_pool: { anthropic: [{ id: 'c1', source: 'claude_code' }] } })
  expect(await manager.list('anthropic')).toMatchObject([{ id: 'c1', status: 'missing' }])
  await expect(manager.login('anthropic', request())).rejects.toThrow(/Claude Code is not logged in.*`claude`/)
})

test('preserves unknown fields in every kind of change', async () => {
  const { manager, text, writeAuth } = await openDesk()
  await writeAuth({
    version: 1,
    providers: { nous: { portal: 'x' } },
    credential_pool: {
      openrouter: [
        { id: 'abc123', label: 'old', auth_type: 'api_key', source: 'manual', access_token: 'k', request_count: 7 },
      ],
      unheard: [{ id: 'u', source: 'manual', access_token: 'z' }],
    },
  })
  await manager.add('openrouter', key)
  await manager.move('openrouter', 'abc123', 1)
  const added = (await manager.list('openrouter')).find(({ id }) => id !== 'abc123')
  await manager.remove('openrouter', added?.id ?? '')
  expect(JSON.parse(await text())).toEqual({
    version: 1,
    providers: { nous: { portal: 'x' } },
    credential_pool: {
      openrouter: [
        {
          id: 'abc123',
          label: 'old',
          auth_type: 'api_key',
          source: 'manual',
          access_token: 'k',
          request_count: 7,
          priority: 0,
        },
      ],
      unheard: [{ id: 'u', source: 'manual', access_token: 'z' }],
    },
  })
})

test.each<[string, unknown, RegExp]>([
  ['no JSON', '{"version":1,', /damaged at its beginning/],
  [
    'another shape',
    { version: 1, credential_pool: { openrouter: [{ id: 5 }] } },
    /damaged at "credential_pool\.openrouter/,
  ],
  ['a newer version', { version: 2 }, /newer release/],
  ['no version', { credential_pool: {} }, /damaged/],
])('rejects a file with %s, says what to do, and leaves it unchanged', async (_, content, words) => {
  const { manager, text, writeAuth } = await openDesk()
  await writeAuth(content)
  const before = await text()
  await expect(manager.list()).rejects.toThrow(words)
  await expect(manager.add('openrouter', key)).rejects.toMatchObject({ kind: 'storage' })
  const prompter = { ...request().prompter, showPage: () => expect.unreachable('the user is not bothered') }
  await expect(manager.login('openrouter', request({ prompter }))).rejects.toMatchObject({ kind: 'storage' })
  expect(await text()).toBe(before)
})

test('keeps all concurrent changes', async () => {
  const { manager } = await openDesk()
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((each) => manager.add('openrouter', `key-${each}`, { label: each })))
  expect((await manager.list('openrouter')).map(({ label }) => label).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('stores a login, replaces it with a later one, and leaves nothing behind when it fails', async () => {
  await using server = await startFakeAuthorization()
  const { manager, text, paths } = await openDesk()
  for (const _ of [1, 2]) await manager.login('nous', request({ issuer: server.issuer }))
  await manager.login('nous', request({ issuer: server.issuer, label: 'work' }))
  expect((await manager.list('nous')).map(({ label, type }) => [label, type])).toEqual([
    ['work', 'login'],
    [expect.any(String), 'login'],
  ])
  const before = await text()
  await using denying = await startFakeAuthorization({ device: ['denied'] })
  await expect(manager.login('nous', request({ issuer: denying.issuer }))).rejects.toMatchObject({ kind: 'denied' })
  const leaving = new AbortController()
  const prompter = { ...request().prompter, showCode: async () => leaving.abort(new Error('left')) }
  await expect(
    manager.login('copilot', request({ issuer: denying.issuer, prompter, signal: leaving.signal })),
  ).rejects.toThrow('left')
  expect(await text()).toBe(before)
  expect((await readdir(paths.home)).filter((name) => name.endsWith('.lock'))).toEqual([])
})

test('stores the OpenRouter login as a key', async () => {
  await using server = await startFakeAuthorization()
  const { manager } = await openDesk()
  const row = await manager.login('openrouter', request({ issuer: server.issuer }))
  expect(row).toMatchObject({ type: 'api-key', source: 'manual:openrouter_pkce', status: 'ok' })
})

test('shows and ends cooldowns', async () => {
  const { manager, paths } = await openDesk()
  const { fingerprint = '' } = await manager.add('openrouter', key)
  await cooldownState(paths).save(fingerprint, { untilMs: Date.now() + 600_000, kind: 'rate-limit' })
  expect(await manager.list()).toMatchObject([{ status: 'cooling-down', until: expect.stringMatching(/Z$/) }])
  expect(await manager.reset('openrouter')).toHaveLength(1)
  expect(await manager.list()).toMatchObject([{ status: 'ok' }])
  expect(await manager.reset()).toEqual([])
})

test('renews a login on demand, but not a key', async () => {
  await using server = await startFakeAuthorization()
  const { manager } = await openDesk()
  const before = await manager.login('nous', request({ issuer: server.issuer }))
  const after = await manager.renew('nous', before.id)
  expect(after.id).toBe(before.id)
  expect(after.fingerprint).not.toBe(before.fingerprint)
  server.revokeAll()
  await expect(manager.renew('nous', before.id)).rejects.toMatchObject({
    message: expect.stringMatching(/no longer valid/),
    remedy: { type: 'log-in', provider: 'nous' },
  })
  const { id } = await manager.add('openrouter', key)
  await expect(manager.renew('openrouter', id)).rejects.toThrow(/only logins/)
  await expect(manager.renew('openrouter', 'nobody')).rejects.toThrow(/No credential of openrouter is called "nobody"/)
})

test('lists the keys of the settings before stored keys, once each and without their text', async () => {
  const { paths, manager, variables } = await openDesk({ LAB_KEY: 'key-of-lab' })
  const { config } = await loadConfig({
    paths,
    variables,
    overrides: {
      model: { provider: 'custom', default: 'tea', base_url: 'http://127.0.0.1:1/v1', api_key: 'key-of-model' },
      providers: {
        lab: { base_url: 'http://127.0.0.1:2/v1', key_env: 'LAB_KEY' },
        shed: { base_url: 'http://127.0.0.1:3/v1', api_key: 'key-of-shed' },
        open: { base_url: 'http://127.0.0.1:4/v1', key_env: 'NOT_SET' },
      },
    },
  })
  await manager.add('shed', 'key-of-shed', { label: 'kept' })
  await manager.add('custom', 'key-stored')
  const all = createCredentialManager({ paths, variables, config })
  const rows = await all.list()
  expect(rows.filter(({ provider }) => provider === 'custom').map(({ source }) => source)).toEqual([
    'config:model.api_key',
    'manual',
  ])
  expect(rows.find(({ provider }) => provider === 'lab')).toMatchObject({ id: 'LAB_KEY', status: 'ok' })
  expect(rows.filter(({ provider }) => provider === 'shed').map(({ label }) => label)).toEqual(['kept'])
  expect(rows.some(({ provider }) => provider === 'open')).toBe(false)
  expect(await all.list('lab')).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/key-(?:of|stored)/)
})
