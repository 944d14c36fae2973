import { fingerprintOf } from '@hermes/transports/auth'
import type { Credential } from './credential.js'

/**
 * What tells a credential from others in a pool, and by its digest in the cooldowns: the key, or for a login, whose
 * tokens change, its name.
 */
export function poolKeyOf({ provider, id, secret }: Credential): string {
  return secret.type === 'api-key' ? secret.key : `login ${provider} ${id}`
}

export function cooldownIdOf(credential: Credential): string {
  return fingerprintOf(poolKeyOf(credential))
}
