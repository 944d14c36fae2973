import { fingerprintOf } from '@hermes/transports/auth'
import type { Cooldown } from '@hermes/transports/wrap'
import type { Credential } from './credential.js'
import { cooldownIdOf } from './pool-key.js'

/** The parts of a credential that may be displayed. */
export interface CredentialRow {
  readonly provider: string
  readonly id: string
  readonly label: string
  readonly type: 'api-key' | 'login'
  readonly source: string
  /** The first 16 hex digits of the SHA-256 digest of the secret. Absent if there is no secret. */
  readonly fingerprint?: string
  /**
   * `cooling-down`: rate-limited or rejected until `until`. `expired`: expired and not renewable. `missing`: the source of a borrowed
   * credential no longer has it.
   */
  readonly status: 'ok' | 'cooling-down' | 'expired' | 'missing'
  /** When the cooldown ends, in ISO 8601. */
  readonly until?: string
  /** When the token expires, in ISO 8601. Logins are renewed before that. */
  readonly expires?: string
  readonly baseUrl?: string
}

export function describeCredential(
  credential: Credential,
  cooldowns: ReadonlyMap<string, Cooldown>,
  now: number,
): CredentialRow {
  const { provider, id, label, source, baseUrl, secret } = credential
  const untilMs = cooldowns.get(cooldownIdOf(credential))?.untilMs ?? 0
  const isResting = untilMs > now
  const expiresAtMs = secret.type === 'login' ? secret.expiresAtMs : undefined
  return {
    provider,
    id,
    label,
    type: secret.type === 'login' ? 'login' : 'api-key',
    source,
    ...fingerprintIn(credential),
    status: isResting && secret.type !== 'missing' ? 'cooling-down' : statusOf(credential, now),
    ...(isResting && { until: new Date(untilMs).toISOString() }),
    ...(expiresAtMs !== undefined && { expires: new Date(expiresAtMs).toISOString() }),
    ...(baseUrl && { baseUrl }),
  }
}

function fingerprintIn({ secret }: Credential): Pick<CredentialRow, 'fingerprint'> {
  if (secret.type === 'missing') return {}
  return { fingerprint: secret.type === 'login' ? secret.fingerprint : fingerprintOf(secret.key) }
}

function statusOf({ secret }: Credential, now: number): CredentialRow['status'] {
  if (secret.type === 'missing') return 'missing'
  if (secret.type === 'api-key') return 'ok'
  return !secret.isRenewable && (secret.expiresAtMs ?? Number.POSITIVE_INFINITY) <= now ? 'expired' : 'ok'
}
