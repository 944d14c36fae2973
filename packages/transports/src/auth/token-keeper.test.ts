import { expect, test } from 'vitest'
import { LoginError } from './login-error.js'
import { createTokenKeeper, type TokenStore } from './token-keeper.js'
import type { TokenSet } from './token-set.js'

const now = 1_800_000_000_000
const minute = 60_000

/** An in-memory login that counts its renewals. */
function login(first: TokenSet, renew?: (tokens: TokenSet, count: number) => Promise<TokenSet>) {
  let stored = first
  let renewals = 0
  const store: TokenStore = {
    read: async () => stored,
    exclusively: (work) =>
      work(async (tokens) => {
        stored = tokens
      }),
  }
  const keeper = createTokenKeeper({
    store,
    now: () => now,
    owner: 'fake-cli',
    remedy: { type: 'log-in', provider: 'fake' },
    renew: async (tokens) => {
      renewals += 1
      if (renew) return renew(tokens, renewals)
      return { accessToken: `token-${renewals}`, refreshToken: `next-${renewals}`, expiresAtMs: now + 60 * minute }
    },
  })
  return {
    keeper,
    renewals: () => renewals,
    stored: () => stored,
    put(tokens: TokenSet) {
      stored = tokens
    },
  }
}

const fresh: TokenSet = { accessToken: 'old', refreshToken: 'first', expiresAtMs: now + 30 * minute }
const ending: TokenSet = { ...fresh, expiresAtMs: now + minute }
const over: TokenSet = { ...fresh, expiresAtMs: now - minute }

test('keeps tokens that do not expire soon', async () => {
  const { keeper, renewals } = login(fresh)
  expect((await keeper.current()).accessToken).toBe('old')
  expect(renewals()).toBe(0)
})

test('renews tokens that expire soon once for all callers, and stores them first', async () => {
  const { keeper, renewals, stored } = login(ending)
  const all = await Promise.all([keeper.current(), keeper.current(), keeper.current()])
  expect(all.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1', 'token-1'])
  expect(stored()).toMatchObject({ accessToken: 'token-1', refreshToken: 'next-1' })
  expect(renewals()).toBe(1)
})

test('replaces a rejected token once for all callers', async () => {
  const { keeper, renewals } = login(fresh)
  const all = await Promise.all([keeper.replace('old'), keeper.replace('old')])
  expect(all.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1'])
  expect((await keeper.replace('old')).accessToken, 'who comes late').toBe('token-1')
  expect(renewals()).toBe(1)
})

test('uses tokens that another process has renewed', async () => {
  const { keeper, renewals, put } = login(over)
  put({ accessToken: 'theirs', expiresAtMs: now + 60 * minute })
  expect((await keeper.current()).accessToken).toBe('theirs')
  expect((await keeper.replace('old')).accessToken).toBe('theirs')
  expect(renewals()).toBe(0)
})

test('keeps the login when another program has just used the refresh token', async () => {
  const { keeper, put } = login(over, async () => {
    put({ accessToken: 'theirs', expiresAtMs: now + 60 * minute })
    throw new LoginError('revoked', 'The login is no longer valid.')
  })
  expect((await keeper.current()).accessToken).toBe('theirs')
})

test('names the login command when a login is no longer valid', async () => {
  const { keeper, stored } = login(over, async () => {
    throw new LoginError('revoked', 'The login to Fake is no longer valid.')
  })
  await expect(keeper.current()).rejects.toMatchObject({
    kind: 'revoked',
    message: 'The login to Fake is no longer valid. Log in again with `fake-cli`.',
    remedy: { type: 'log-in', provider: 'fake' },
  })
  expect(stored()).toEqual(over)
})

test('uses a token that is still valid while the server is unreachable', async () => {
  const renew = async () => {
    throw new LoginError('unavailable', 'Fake could not be reached.')
  }
  expect((await login(ending, renew).keeper.current()).accessToken).toBe('old')
  await expect(login(over, renew).keeper.current()).rejects.toMatchObject({ kind: 'unavailable' })
})

test('retries a failed renewal on the next request', async () => {
  const { keeper } = login(over, async (_, count) => {
    if (count === 1) throw new LoginError('unavailable', 'Fake could not be reached.')
    return { accessToken: 'second', expiresAtMs: now + 60 * minute }
  })
  await expect(keeper.current()).rejects.toThrow()
  expect((await keeper.current()).accessToken).toBe('second')
})
