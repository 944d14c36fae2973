import { findPreset } from '@hermes/transports'
import {
  findLoginProvider,
  fingerprintOf,
  type LoginProvider,
  type TokenSet,
  type TokenStore,
} from '@hermes/transports/auth'
import { userFolder, type Variables } from '../home/home-paths.js'
import { type AuthEntry, type AuthFile, entriesOf, isSuppressed } from './auth-file.js'
import type { Credential, CredentialSecret } from './credential.js'
import type { CredentialStore } from './credential-store.js'
import { findForeignTokens, foreignTokens } from './foreign-tokens.js'
import { ownTokens, tokensOf } from './own-tokens.js'
import { variableKeys } from './variable-keys.js'

export interface CredentialPlaces {
  readonly store: CredentialStore
  readonly variables: Variables
}

/**
 * Returns all credentials of a provider in the order of use: entries of `auth.json` by priority; keys in variables; a login of another
 * program; and last, tokens in variables for which a renewable login is preferable. A secret is listed only once.
 */
export async function findCredentials(
  provider: string,
  file: AuthFile,
  { store, variables }: CredentialPlaces,
): Promise<readonly Credential[]> {
  const login = findLoginProvider(provider)
  const borrowed = await findBorrowed(provider, login, variables)
  const sources = new Map(borrowed.map((credential) => [credential.source, credential]))
  const kept = entriesOf(file, provider).map((entry) => {
    const found = sources.get(entry.source ?? '')
    return isReference(entry) ? toReference(provider, entry, found) : toOwn(provider, entry, login, store)
  })
  const known = new Set(kept.map(({ source, isBorrowed }) => (isBorrowed ? source : '')))
  const others = borrowed.filter(({ source }) => !known.has(source) && !isSuppressed(file, provider, source))
  return withoutDuplicates([...kept, ...others])
}

/** Whether an entry has no secret and refers to its source. */
function isReference({ source, access_token, refresh_token }: AuthEntry): boolean {
  return !source?.startsWith('manual') && !access_token && !refresh_token
}

function toReference(provider: string, entry: AuthEntry, found: Credential | undefined): Credential {
  const { id, label, source, base_url } = entry
  return {
    id,
    provider,
    label: label || found?.label || id,
    source: source ?? '',
    isBorrowed: true,
    ...(base_url && { baseUrl: base_url }),
    secret: found ? withIssuer(found.secret, entry.issuer) : { type: 'missing' },
  }
}

function withIssuer(secret: CredentialSecret, issuer: string | null | undefined): CredentialSecret {
  return secret.type === 'login' && issuer ? { ...secret, issuer } : secret
}

function toOwn(
  provider: string,
  entry: AuthEntry,
  login: LoginProvider | undefined,
  store: CredentialStore,
): Credential {
  const { id, label, source, issuer } = entry
  const baseUrl = entry.base_url || entry.api_base_url
  const isLogin = entry.auth_type === 'oauth' && login?.renew !== undefined
  return {
    id,
    provider,
    label: label || id,
    source: source || 'manual',
    isBorrowed: false,
    ...(baseUrl && { baseUrl }),
    secret: isLogin
      ? loginSecret(ownTokens(store, provider, id), tokensOf(entry), issuer || login.issuer)
      : { type: 'api-key', key: entry.access_token ?? '' },
  }
}

async function findBorrowed(
  provider: string,
  login: LoginProvider | undefined,
  variables: Variables,
): Promise<readonly Credential[]> {
  const keys = variableKeys(findPreset(provider)?.keyVariables ?? [], variables).map(({ source, key }) =>
    borrowedFrom(provider, source, { type: 'api-key', key }),
  )
  const tokens = login
    ? variableKeys(login.tokenVariables ?? [], variables).map(({ source, key }) =>
        borrowedFrom(provider, source, tokenSecret(key, login.issuer)),
      )
    : []
  const foreign = login ? await findForeign(login, variables) : []
  const isBetter = foreign.some(({ secret }) => secret.type === 'login' && secret.isRenewable)
  const [plain, replaced] = isBetter ? partition(keys, isLoginVariable) : [keys, []]
  return [...plain, ...tokens, ...foreign, ...replaced]
}

async function findForeign(login: LoginProvider, variables: Variables): Promise<readonly Credential[]> {
  const { foreign, issuer, id } = login
  if (!foreign) return []
  const path = foreign.path(variables, userFolder(variables))
  const tokens = await findForeignTokens(foreign, path)
  if (!tokens) return []
  return [borrowedFrom(id, foreign.source, loginSecret(foreignTokens(foreign, path), tokens, issuer))]
}

function borrowedFrom(provider: string, source: string, secret: CredentialSecret): Credential {
  const name = source.replace(/^env:/, '')
  return { id: name, provider, label: name, source, isBorrowed: true, secret }
}

function loginSecret(tokens: TokenStore, now: TokenSet, issuer: string): CredentialSecret {
  const { accessToken, refreshToken, expiresAtMs } = now
  return {
    type: 'login',
    tokens,
    issuer,
    fingerprint: fingerprintOf(accessToken || refreshToken || ''),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    isRenewable: refreshToken !== undefined,
  }
}

/** Creates a login from a refresh token in a variable. Access tokens obtained with it are kept until the process ends. */
function tokenSecret(refreshToken: string, issuer: string): CredentialSecret {
  let tokens: TokenSet = { accessToken: '', refreshToken }
  const write = async (renewed: TokenSet) => {
    tokens = renewed
  }
  return loginSecret({ read: async () => tokens, exclusively: (work) => work(write) }, tokens, issuer)
}

/** Whether a credential comes from a variable that holds the expiring token of a login instead of an API key. */
function isLoginVariable({ source }: Credential): boolean {
  return source.includes('OAUTH_TOKEN')
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter((item) => !test(item)), items.filter(test)]
}

function withoutDuplicates(credentials: readonly Credential[]): readonly Credential[] {
  const seen = new Set<string>()
  return credentials.filter(({ secret }) => {
    const key = secret.type === 'api-key' ? secret.key : undefined
    if (key === undefined) return true
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
