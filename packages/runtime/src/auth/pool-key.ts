import { fingerprintOf } from '@hermes/transports/auth'
import type { Credential } from './credential.js'

/**
 * Identifies a credential in a pool and, by its digest, in the cooldowns: by the key itself, or by the name of a login, because its tokens change.
 */
export function poolKeyOf({ provider, id, secret }: Credential): string {
  return secret.type === 'api-key' ? secret.key : `login ${provider} ${id}`
}

export function cooldownIdOf(credential: Credential): string {
  return fingerprintOf(poolKeyOf(credential))
}
