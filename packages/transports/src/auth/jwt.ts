import { isRecord } from '@hermes/safety'
import { tryParseJson, type WireRecord } from '../shared/json.js'

/** The claims of a JSON Web Token, without verifying the signature; `{}` for invalid tokens. */
export function claimsOf(token: string): WireRecord {
  const [, payload = ''] = token.split('.')
  const claims = tryParseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  return isRecord(claims) ? claims : {}
}

/** The lifetime in milliseconds, from issue to expiry; `undefined` if the token does not contain both times. */
export function lifetimeOf(token: string): number | undefined {
  const { iat, exp } = claimsOf(token)
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : undefined
}

/** The expiry in milliseconds since 1970, by the issuer's clock; `undefined` if the token has none. */
export function endOf(token: string): number | undefined {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}
