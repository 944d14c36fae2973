import { type DeviceStep, type FakeAuthorizationOptions, startFakeAuthorization } from '@hermes/testkit'
import { describe, expect, test } from 'vitest'
import { loginContext, watchingPrompter } from '../../testing/login.js'
import { codexLogin } from './codex.js'
import { copilotLogin } from './copilot.js'
import { authServices, type LoginProvider, type LoginResult } from './index.js'
import { nousLogin } from './nous.js'

/** Creates delays that end immediately and records their durations. */
function noWaiting() {
  const waits: number[] = []
  return {
    waits,
    services: authServices({
      sleep: async (ms) => {
        waits.push(ms)
      },
    }),
  }
}

async function logIn(
  provider: LoginProvider,
  options: FakeAuthorizationOptions = {},
): Promise<LoginResult | undefined> {
  await using server = await startFakeAuthorization(options)
  return await provider.login?.(loginContext(server))
}

const providers: readonly (readonly [string, LoginProvider])[] = [
  ['GitHub Copilot', copilotLogin],
  ['OpenAI', codexLogin],
  ['Nous Portal', nousLogin],
]

describe.each(providers)('a device login to %s', (name, provider) => {
  test('shows a code, waits for the confirmation, and returns renewable tokens', async () => {
    await using server = await startFakeAuthorization({ device: ['pending', 'busy', 'pending', 'approve'] })
    const { prompter, shown } = watchingPrompter()
    const before = Date.now()
    const result = await provider.login?.(loginContext(server, { prompter }))
    expect(shown).toEqual([{ page: expect.stringContaining(server.issuer), code: 'CODE-1234' }])
    expect(result).toMatchObject({
      kind: 'tokens',
      tokens: { accessToken: expect.stringMatching(/./), refreshToken: expect.stringMatching(/./) },
    })
    const expiresAtMs = result?.kind === 'tokens' ? (result.tokens.expiresAtMs ?? 0) : 0
    expect(expiresAtMs - before).toBeGreaterThan(20 * 60_000)
  })

  test('ends immediately on an abort, with its reason', async () => {
    await using server = await startFakeAuthorization({ device: ['pending'], interval: 3600 })
    const leaving = new AbortController()
    const { prompter } = watchingPrompter()
    const shown = Promise.withResolvers<void>()
    const login = provider.login?.(
      loginContext(server, {
        prompter: { ...prompter, showCode: async () => shown.resolve() },
        signal: leaving.signal,
      }),
    )
    await shown.promise
    leaving.abort(new Error('the user left'))
    await expect(login).rejects.toThrow('the user left')
  })

  test('fails with `expired` when the login is not confirmed in time', async () => {
    let now = 0
    await using server = await startFakeAuthorization({ device: ['pending'] })
    const services = authServices({
      now: () => now,
      sleep: async (ms) => {
        now += Math.max(ms, 120_000)
      },
    })
    await expect(provider.login?.(loginContext(server, { services }))).rejects.toMatchObject({
      kind: 'expired',
      message: expect.stringContaining(name),
    })
  })

  test('fails on an invalid response', async () => {
    await using server = await startFakeAuthorization()
    const context = loginContext(server, { issuer: `${server.issuer}/elsewhere` })
    await expect(provider.login?.(context)).rejects.toMatchObject({ kind: expect.stringMatching(/protocol|revoked/) })
  })
})

test.each<[string, DeviceStep, string, LoginProvider]>([
  ['copilot', 'denied', 'denied', copilotLogin],
  ['nous', 'denied', 'denied', nousLogin],
  ['openai-codex', 'denied', 'protocol', codexLogin],
  ['copilot', 'expired', 'expired', copilotLogin],
  ['nous', 'expired', 'expired', nousLogin],
])('%s: %s is an error of kind %s', async (_, step, kind, provider) => {
  await expect(logIn(provider, { device: ['pending', step] })).rejects.toMatchObject({ kind })
})

test('adds five seconds to the interval on `slow_down`', async () => {
  await using server = await startFakeAuthorization({
    device: ['slow-down', 'pending', 'slow-down', 'approve'],
    interval: 5,
  })
  const { waits, services } = noWaiting()
  await nousLogin.login?.(loginContext(server, { services }))
  expect(waits).toEqual([5000, 10_000, 10_000, 15_000])
})

test('sends nothing over unencrypted HTTP', async () => {
  await using server = await startFakeAuthorization()
  const context = loginContext(server, { issuer: 'http://portal.example' })
  await expect(nousLogin.login?.(context)).rejects.toMatchObject({ kind: 'protocol' })
  expect(server.requests).toEqual([])
})

describe('Copilot', () => {
  test('uses the host of the token response', async () => {
    for (const [copilotUrl, baseUrl] of [
      ['http://127.0.0.1:9/', 'http://127.0.0.1:9'],
      ['https://api.business.githubcopilot.com', 'https://api.business.githubcopilot.com'],
      ['https://evil.example', undefined],
      ['https://githubcopilot.com.evil.example', undefined],
      ['http://api.business.githubcopilot.com', undefined],
    ]) {
      const result = await logIn(copilotLogin, { ...(copilotUrl && { copilotUrl }) })
      expect(result?.kind === 'tokens' && result.tokens.baseUrl, copilotUrl).toBe(baseUrl)
    }
  })

  test('falls back to the host in the token', async () => {
    const result = await logIn(copilotLogin)
    expect(result).toMatchObject({ tokens: { baseUrl: 'https://api.individual.githubcopilot.com' } })
  })

  test('computes the expiry by the local clock', async () => {
    const now = Date.now()
    const result = await logIn(copilotLogin, { now: () => now - 86_400_000, tokenLifetime: 1500 })
    const lifetimeMs = result?.kind === 'tokens' ? (result.tokens.expiresAtMs ?? 0) - now : 0
    expect(lifetimeMs).toBeGreaterThan(1_400_000)
    expect(lifetimeMs).toBeLessThan(1_700_000)
  })
})

test('reads the account and the lifetime of an OpenAI token independently of clocks', async () => {
  const result = await logIn(codexLogin, { now: () => Date.now() + 86_400_000 * 30, tokenLifetime: 864_000 })
  if (result?.kind !== 'tokens') throw new Error('no tokens')
  expect(result.tokens.accountId).toBe('account-1')
  const daysLeft = ((result.tokens.expiresAtMs ?? 0) - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(9.9)
  expect(daysLeft).toBeLessThan(10.1)
})
