import { randomBytes } from 'node:crypto'
import { fingerprintOf, type LoginProvider, type LoginResult } from '@hermes/transports/auth'
import type { AuthEntry } from './auth-file.js'
import type { Credential } from './credential.js'
import { tokenFields } from './own-tokens.js'

/** The properties of a new credential other than its secret. */
export interface EntryOptions {
  readonly label?: string
  /** The only address to which the credential may be sent. Default: the provider's own. */
  readonly baseUrl?: string
  /** The authorization server. Default: the provider's own. */
  readonly issuer?: string
}

export function newEntry(source: string, { label = '', baseUrl, issuer }: EntryOptions): AuthEntry {
  return {
    id: randomBytes(3).toString('hex'),
    label,
    source,
    ...(baseUrl && { base_url: withoutSlash(baseUrl) }),
    ...(issuer && { issuer: withoutSlash(issuer) }),
  }
}

export function keyEntry(key: string, options: EntryOptions): AuthEntry {
  return { ...newEntry('manual', options), auth_type: 'api_key', access_token: key }
}

export function loginEntry(login: LoginProvider, result: LoginResult, options: EntryOptions): AuthEntry {
  const entry = newEntry(login.source, options)
  if (result.kind === 'api-key') return { ...entry, auth_type: 'api_key', access_token: result.apiKey }
  return { ...entry, auth_type: 'oauth', ...tokenFields(result.tokens) }
}

/** Creates an entry with the location of a borrowed credential, never with the credential itself. */
export function referenceEntry({ id, source, secret }: Credential, options: EntryOptions = {}): AuthEntry {
  const fingerprint =
    secret.type === 'missing' ? undefined : secret.type === 'login' ? secret.fingerprint : fingerprintOf(secret.key)
  return {
    ...newEntry(source, options),
    id,
    ...(secret.type === 'login' && { auth_type: 'oauth' }),
    ...(fingerprint && { secret_fingerprint: `sha256:${fingerprint}` }),
  }
}

/** Whether a new login replaces a known one: both have the same label, and are not known to belong to different accounts. */
export function isSameLogin(entry: AuthEntry): (known: AuthEntry) => boolean {
  return (known) =>
    known.source === entry.source &&
    (known.label || '') === (entry.label || '') &&
    (known.account_id || entry.account_id) === (entry.account_id || known.account_id)
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}
