import { ConfigError } from '@hermes/core'
import { estimateKeyStrength } from './estimate-key-strength.js'
import { isLoopback } from './is-loopback.js'

const leastBits = 32

/**
 * Returns the key for a server on this address. Other machines may try keys, so an address that they can reach needs one of at least 32 bits, as
 * {@link estimateKeyStrength} estimates them.
 * @throws {ConfigError} without a key, or with one that is too easy to guess for the address.
 */
export function checkKey(key: string | undefined, host: string): string {
  if (!key?.trim()) throw missingKey()
  if (!isLoopback(host) && estimateKeyStrength(key) < leastBits) throw weakKey(host)
  return key
}

function missingKey(): ConfigError {
  return new ConfigError(
    'gateway.api_server.key',
    'The gateway needs a key that callers must send, also on this machine: set API_SERVER_KEY in the environment or with `hermes config set API_SERVER_KEY <key>`.',
  )
}

function weakKey(host: string): ConfigError {
  return new ConfigError(
    'gateway.api_server.key',
    `The key is too easy to guess for ${host}, which other machines can reach: set API_SERVER_KEY to the output of \`openssl rand -hex 24\`, or listen on 127.0.0.1.`,
  )
}
