import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LoginError, type TokenSet, type TokenStore } from '@hermes/transports/auth'
import { type AuthEntry, entriesOf, withEntries } from './auth-file.js'
import type { CredentialStore } from './credential-store.js'
import { withFileLock } from './file-lock.js'

/** Opens the tokens of a login that is stored in `auth.json`. */
export function ownTokens(store: CredentialStore, provider: string, id: string): TokenStore {
  async function readEntry(): Promise<AuthEntry> {
    const entry = entriesOf(await store.read(), provider).find((candidate) => candidate.id === id)
    if (entry) return entry
    throw new LoginError('revoked', `The login ${id} for ${provider} was removed.`)
  }

  /** Stores renewed tokens, unless a newer login has replaced the one that was renewed. */
  async function write(tokens: TokenSet, spent: AuthEntry): Promise<void> {
    const isSpent = (entry: AuthEntry) => entry.id === id && entry.refresh_token === spent.refresh_token
    await store.change((file) => {
      const entries = entriesOf(file, provider)
      const renewed = entries.map((entry) => (isSpent(entry) ? { ...entry, ...tokenFields(tokens) } : entry))
      return withEntries(file, provider, renewed)
    })
  }

  return {
    read: async () => tokensOf(await readEntry()),
    // Each login has a lock, so that a slow provider does not block other logins.
    exclusively: (work) =>
      withFileLock(`${store.path}.${encodeURIComponent(id)}`, async () => {
        await assertWritable(store.path)
        const spent = await readEntry()
        const tokens = await work((renewed) => write(renewed, spent))
        const { base_url } = await readEntry()
        return base_url ? { ...tokens, baseUrl: base_url } : tokens
      }),
  }
}

export function tokensOf(entry: AuthEntry): TokenSet {
  const { access_token, refresh_token, id_token, account_id, expires_at_ms } = entry
  // An address set by the user takes precedence over the provider's answer.
  const baseUrl = entry.base_url || entry.api_base_url
  return {
    accessToken: access_token ?? '',
    ...(refresh_token && { refreshToken: refresh_token }),
    ...(id_token && { idToken: id_token }),
    ...(account_id && { accountId: account_id }),
    ...(typeof expires_at_ms === 'number' && { expiresAtMs: expires_at_ms }),
    ...(baseUrl && { baseUrl }),
  }
}

/** Returns the fields of an entry that hold tokens. */
export function tokenFields(tokens: TokenSet): Partial<AuthEntry> {
  const { accessToken, refreshToken, idToken, accountId, expiresAtMs, baseUrl } = tokens
  return {
    access_token: accessToken,
    refresh_token: refreshToken,
    id_token: idToken,
    account_id: accountId,
    expires_at_ms: expiresAtMs,
    api_base_url: baseUrl,
  }
}

async function assertWritable(path: string): Promise<void> {
  try {
    await access(dirname(path), constants.W_OK)
  } catch (cause) {
    const advice = 'make its folder writable'
    throw new LoginError('storage', `${path} cannot be written, so no login in it can be renewed: ${advice}.`, {
      cause,
    })
  }
}
