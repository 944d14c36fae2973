import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TransportError } from '@hermes/core'
import {
  createAnthropicWire,
  createResponsesWire,
  type FakeAuthorization,
  fail,
  startFakeAuthorization,
  startFakeProvider,
  text,
} from '@hermes/testkit'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from './hermes.js'

const key = 'sk-or-v1-0123456789abcdef0123456789'
const refused = () => fail(new TransportError('auth', 'Token expired', { status: 401 }))

// Each test runs several processes, on possibly busy machines.
vi.setConfig({ testTimeout: 120_000 })

let sandbox: Sandbox
beforeEach(() => {
  sandbox = createSandbox()
})
afterEach(() => sandbox[Symbol.dispose]())

/** Returns the content of all files below the home. */
function written(): string {
  return readdirSync(sandbox.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'auth.json')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

function writeForeign(name: string, content: unknown): string {
  const path = join(sandbox.home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  return path
}

function renewals(authorization: FakeAuthorization): number {
  return authorization.requests.filter(({ body }) => body.grant_type === 'refresh_token').length
}

describe('an API key', () => {
  test('is added from stdin, listed without its value, used, and removed', async () => {
    await using provider = await startFakeProvider({ script: () => text('Good day'), apiKey: key })
    const added = await sandbox.run(['auth', 'add', 'openrouter', '--label', 'work', '--base-url', provider.baseUrl], {
      stdin: `${key}\n`,
    })
    expect(added).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('(work)') })
    const listed = await sandbox.run(['auth', 'list', '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject([{ provider: 'openrouter', label: 'work', status: 'ok' }])
    const shown = await sandbox.run(['config', 'show'])
    const table = await sandbox.run(['auth', 'list'])
    for (const { stdout, stderr } of [added, listed, shown, table]) expect(stdout + stderr).not.toContain(key)

    const answer = await sandbox.run(['-z', 'hello', '-m', 'fake-model'])
    expect(answer).toMatchObject({ code: 0, stdout: 'Good day\n' })
    expect(written(), 'only auth.json holds the key').not.toContain(key)
    expect(statSync(join(sandbox.home, 'auth.json')).mode & 0o777).toBe(0o600)

    expect((await sandbox.run(['auth', 'remove', 'openrouter'])).code).toBe(0)
    expect((await sandbox.run(['auth', 'status', 'openrouter'])).code).toBe(1)
    expect(sandbox.readHome('auth.json')).not.toContain(key)
  })

  test('is rejected if it is empty, invalid, or for a provider without keys', async () => {
    expect(await sandbox.run(['auth', 'add', 'openrouter'], { stdin: '\n' })).toMatchObject({ code: 2 })
    expect(await sandbox.run(['auth', 'add', 'openrouter'], { stdin: 'two words\n' })).toMatchObject({ code: 2 })
    expect(await sandbox.run(['auth', 'add', 'copilot'], { stdin: 'x' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('hermes auth login copilot'),
    })
    expect(await sandbox.run(['auth', 'add', 'openruter'], { stdin: 'x' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('openrouter'),
    })
    expect(readdirSync(sandbox.home)).not.toContain('auth.json')
  })

  test('cools down when rate-limited while another one answers, even in the next process', async () => {
    const limited = fail(new TransportError('rate-limit', 'Slow down', { retryAfterMs: 3_600_000 }))
    await using provider = await startFakeProvider({ script: [limited, text('one'), text('two')] })
    for (const name of ['second', 'first']) {
      const args = ['auth', 'add', 'openrouter', '--label', name, '--base-url', provider.baseUrl]
      await sandbox.run(args, { stdin: `key-${name}` })
    }
    expect((await sandbox.run(['-z', 'hello', '-m', 'fake-model'])).stdout).toBe('one\n')
    expect((await sandbox.run(['-z', 'hello', '-m', 'fake-model'])).stdout).toBe('two\n')
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer key-first',
      'Bearer key-second',
      'Bearer key-second',
    ])
    expect((await sandbox.run(['auth', 'list'])).stdout).toMatch(/first .*cooling down for 60 min/)
    expect((await sandbox.run(['auth', 'reset'])).stderr).toContain('first')
    expect((await sandbox.run(['auth', 'list'])).stdout).not.toContain('cooling')
  })
})

test('is explained with a command in help and errors when there is none', async () => {
  expect((await sandbox.run(['-z', 'help'])).stderr).toContain('hermes setup')
  expect(await sandbox.run(['-z', 'hi', '--provider', 'openrouter'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('hermes auth login openrouter'),
  })
  expect((await sandbox.run(['auth', 'status'])).code).toBe(1)
})

describe('a login', () => {
  test('to Copilot prints the code, and its token is used and renewed before it expires and when it is rejected', async () => {
    await using provider = await startFakeProvider({ script: [text('one'), refused(), text('two'), text('three')] })
    await using authorization = await startFakeAuthorization({
      device: ['pending', 'slow-down', 'pending', 'approve'],
      interval: 0.05,
      copilotUrl: provider.baseUrl,
    })
    const login = await sandbox.run(['auth', 'login', 'copilot', '--issuer', authorization.issuer, '--json'])
    const lines = login.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { type: 'code', code: 'CODE-1234', page: expect.stringContaining('/login/device') },
      { type: 'done', credential: { provider: 'copilot', type: 'login', status: 'ok' } },
    ])
    expect(login.code).toBe(0)

    const ask = () => sandbox.run(['-z', 'hello', '--provider', 'copilot', '-m', 'fake-model'])
    expect(await ask()).toMatchObject({ code: 0, stdout: 'one\n' })
    expect(provider.requests[0]?.headers).toMatchObject({
      'editor-version': expect.stringMatching(/./),
      'x-initiator': 'user',
    })
    expect(await ask()).toMatchObject({ code: 0, stdout: 'two\n' })
    const exchanges = () => authorization.to('/copilot_internal/v2/token').length
    expect(exchanges(), 'the login, and the token that was refused').toBe(2)

    const file = JSON.parse(sandbox.readHome('auth.json'))
    file.credential_pool.copilot[0].expires_at_ms = Date.now() + 30_000
    sandbox.writeHome('auth.json', JSON.stringify(file))
    expect(await ask()).toMatchObject({ code: 0, stdout: 'three\n' })
    expect(exchanges(), 'and the token that was about to end').toBe(3)
    expect((await sandbox.run(['auth', 'logout', 'copilot'])).code).toBe(0)
    expect(await ask()).toMatchObject({ code: 1, stderr: expect.stringContaining('hermes auth login copilot') })
  })

  test('ends immediately on an interrupt and leaves nothing behind', async () => {
    await using authorization = await startFakeAuthorization({ device: ['pending'], interval: 3600 })
    const hermes = sandbox.start(['auth', 'login', 'nous', '--issuer', authorization.issuer])
    await hermes.prints(/CODE-1234/, 'stderr')
    hermes.process.kill('SIGINT')
    expect(await hermes.ended).toMatchObject({ code: 130, signal: null })
    expect(readdirSync(sandbox.home).filter((name) => name.startsWith('auth.json'))).toEqual([])
  })

  test('reports a denial', async () => {
    await using authorization = await startFakeAuthorization({ device: ['denied'] })
    const login = await sandbox.run(['auth', 'login', 'nous', '--issuer', authorization.issuer])
    expect(login).toMatchObject({ code: 1, stderr: expect.stringContaining('denied') })
  })

  test('is renewed once for two processes that start together', async () => {
    await using provider = await startFakeProvider({ wire: createResponsesWire(), script: () => text('ok') })
    await using authorization = await startFakeAuthorization()
    const args = ['--issuer', authorization.issuer, '--base-url', provider.baseUrl]
    await sandbox.run(['auth', 'login', 'openai-codex', ...args])
    const file = JSON.parse(sandbox.readHome('auth.json'))
    file.credential_pool['openai-codex'][0].expires_at_ms = 1
    sandbox.writeHome('auth.json', JSON.stringify(file))

    const ask = () => sandbox.run(['-z', 'hello', '--provider', 'openai-codex', '-m', 'fake-model'])
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ stdout }) => stdout)).toEqual(['ok\n', 'ok\n'])
    expect(renewals(authorization)).toBe(1)
    const headers = provider.requests.map((request) => request.headers)
    expect(new Set(headers.map(({ authorization: token }) => token)).size).toBe(1)
    expect(headers[0]).toMatchObject({ 'chatgpt-account-id': 'account-1', originator: 'hermes' })
  })

  test('of Codex is used in place, and renewed tokens are written back', async () => {
    await using provider = await startFakeProvider({
      wire: createResponsesWire(),
      script: [refused(), text('Good day')],
    })
    await using authorization = await startFakeAuthorization()
    const { accessToken, refreshToken } = authorization.issue('jwt')
    const tokens = { access_token: accessToken, refresh_token: refreshToken, account_id: 'account-1' }
    const path = writeForeign('.codex/auth.json', { auth_mode: 'chatgpt', tokens })
    const reference = { id: 'codex', source: 'codex_cli', issuer: authorization.issuer, base_url: provider.baseUrl }
    sandbox.writeHome('auth.json', JSON.stringify({ version: 1, credential_pool: { 'openai-codex': [reference] } }))

    const answer = await sandbox.run(['-z', 'hello', '--provider', 'openai-codex', '-m', 'fake-model'])
    expect(answer).toMatchObject({ code: 0, stdout: 'Good day\n' })
    const file = JSON.parse(readFileSync(path, 'utf8'))
    expect(file).toMatchObject({ auth_mode: 'chatgpt', last_refresh: expect.stringMatching(/Z$/) })
    expect(`Bearer ${file.tokens.access_token}`).toBe(provider.requests[1]?.headers.authorization)
    expect(file.tokens.refresh_token).not.toBe(refreshToken)
    expect(sandbox.readHome('auth.json')).not.toContain(file.tokens.refresh_token)
  })

  test('of Claude Code is adopted, and used as a subscription', async () => {
    await using provider = await startFakeProvider({ wire: createAnthropicWire(), script: () => text('Good day') })
    await using authorization = await startFakeAuthorization()
    const path = writeForeign('.claude/.credentials.json', {
      claudeAiOauth: { ...authorization.issue('claude'), expiresAt: Date.now() - 1, scopes: ['user:inference'] },
    })
    const args = ['--issuer', authorization.issuer, '--base-url', provider.baseUrl]
    expect((await sandbox.run(['auth', 'login', 'anthropic', ...args])).code).toBe(0)
    const answer = await sandbox.run(['-z', 'hello', '--provider', 'anthropic', '-m', 'claude-sonnet-5'])
    expect(answer).toMatchObject({ code: 0, stdout: 'Good day\n' })
    const [sent] = provider.requests
    expect(sent?.headers.authorization).toBe('Bearer sk-ant-oat01-fake-2')
    expect(JSON.stringify(sent?.body.system)).toMatch(/^\[\{"type":"text","text":"You are Claude Code/)
    expect(readFileSync(path, 'utf8')).toContain('sk-ant-oat01-fake-2')
    expect(sandbox.readHome('auth.json')).not.toContain('sk-ant')
  })
})

test('reports a damaged auth.json with a fix, and leaves it unchanged', async () => {
  sandbox.writeHome('auth.json', '{"version": 1, "credential_pool": ')
  for (const args of [
    ['auth', 'list'],
    ['-z', 'hello'],
    ['auth', 'add', 'openrouter'],
  ]) {
    expect(await sandbox.run(args, { stdin: 'key' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/auth\.json is damaged .*log in again/),
    })
  }
  expect(sandbox.readHome('auth.json')).toBe('{"version": 1, "credential_pool": ')
})
