import { isRecord } from '@hermes/safety'
import { tryParseJson, type WireRecord } from '../shared/json.js'

/** Returns the claims of a JSON Web Token without verifying the signature, or `{}` for an invalid token. */
export function claimsOf(token: string): WireRecord {
  const [, payload = ''] = token.split('.')
  const claims = tryParseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  return isRecord(claims) ? claims : {}
}

/** Returns the lifetime in milliseconds, from issue to expiry, or `undefined` if the token does not contain both times. */
export function lifetimeOf(token: string): number | undefined {
  const { iat, exp } = claimsOf(token)
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : undefined
}

/** Returns the expiry in milliseconds since 1970, by the issuer's clock, or `undefined` if the token has none. */
export function endOf(token: string): number | undefined {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}
