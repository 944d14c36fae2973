import { isRecord } from '@hermes/safety'
import { tryParseJson, type WireRecord } from '../shared/json.js'

/** What a JSON Web Token says, unproven: it is only read by whom it was given to. `{}` when the text is none. */
export function claimsOf(token: string): WireRecord {
  const [, payload = ''] = token.split('.')
  const claims = tryParseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  return isRecord(claims) ? claims : {}
}

/** From its issue to its end, in milliseconds; `undefined` where the token does not say. */
export function lifetimeOf(token: string): number | undefined {
  const { iat, exp } = claimsOf(token)
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : undefined
}

/** By the clock of its issuer, in milliseconds since 1970; `undefined` where the token does not say. */
export function endOf(token: string): number | undefined {
  const { exp } = claimsOf(token)
  return typeof exp === 'number' ? exp * 1000 : undefined
}
