import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookSignature } from '@hermes/runtime'
import type { SignedRequest } from '../event/signed-request.js'
import { signedTime, stripeParts } from '../event/signed-time.js'

/** How old a signed event may be, and how far ahead its clock, in milliseconds. */
const toleranceMs = 300_000

type Verify = (request: SignedRequest, secret: string, nowMs: number) => boolean

/**
 * Whether the sender knows the secret. Schemes with a time reject events from more than five minutes ago, so that an event cannot be
 * replayed later.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * @see https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
 * @see https://docs.gitlab.com/user/project/integrations/webhooks/
 * @see https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @see https://docs.stripe.com/webhooks/signature
 * @see https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function verifySignature(
  scheme: Exclude<WebhookSignature, 'none'>,
  request: SignedRequest,
  { secret, nowMs }: { readonly secret: string; readonly nowMs: number },
): boolean {
  return schemes[scheme](request, secret, nowMs)
}

const schemes: Readonly<Record<Exclude<WebhookSignature, 'none'>, Verify>> = {
  standard({ headers, body }, secret, nowMs) {
    const [id, time] = [headers.get('webhook-id') ?? '', signedTime.standard(headers)]
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
    const expected = `v1,${hmac('sha256', key, `${id}.${time}.`, body).toString('base64')}`
    const given = (headers.get('webhook-signature') ?? '').split(' ')
    return id !== '' && isRecent(time, nowMs) && given.some((signature) => isSame(signature, expected))
  },
  github({ headers, body }, secret) {
    return isSame(headers.get('x-hub-signature-256'), `sha256=${hmac('sha256', secret, body).toString('hex')}`)
  },
  gitlab({ headers }, secret) {
    return isSame(headers.get('x-gitlab-token'), secret)
  },
  slack({ headers, body }, secret, nowMs) {
    const time = signedTime.slack(headers)
    const expected = `v0=${hmac('sha256', secret, `v0:${time}:`, body).toString('hex')}`
    return isRecent(time, nowMs) && isSame(headers.get('x-slack-signature'), expected)
  },
  stripe({ headers, body }, secret, nowMs) {
    const time = signedTime.stripe(headers)
    const expected = hmac('sha256', secret, `${time}.`, body).toString('hex')
    return (
      isRecent(time, nowMs) && stripeParts(headers).some(([name, value]) => name === 'v1' && isSame(value, expected))
    )
  },
  // A form is signed with its fields, and JSON with the hash of the body that is in the address.
  twilio({ url, headers, body }, secret) {
    const hash = URL.canParse(url) ? new URL(url).searchParams.get('bodySHA256') : null
    const isWhole = hash === null || isSame(hash, sha256(body))
    const signed = url + (hash === null ? fieldsOf(body) : '')
    return isWhole && isSame(headers.get('x-twilio-signature'), hmac('sha1', secret, signed).toString('base64'))
  },
  bearer({ headers }, secret) {
    return isSame(headers.get('authorization'), `Bearer ${secret}`)
  },
  'generic-v2'({ headers, body }, secret, nowMs) {
    const time = signedTime['generic-v2'](headers)
    const expected = hmac('sha256', secret, `${time}.`, body).toString('hex')
    return isRecent(time, nowMs) && isSame(headers.get('x-webhook-signature-v2'), expected)
  },
  // Has no time, for senders that support no other scheme.
  'generic-v1'({ headers, body }, secret) {
    return isSame(headers.get('x-webhook-signature'), hmac('sha256', secret, body).toString('hex'))
  },
}

/** Returns the fields as Twilio's own library joins them: the values of a name once each, in order. */
function fieldsOf(body: Uint8Array): string {
  const fields = new URLSearchParams(new TextDecoder().decode(body))
  const names = [...new Set(fields.keys())].toSorted()
  return names.flatMap((name) => [...new Set(fields.getAll(name))].toSorted().map((value) => name + value)).join('')
}

function isRecent(seconds: string, nowMs: number): boolean {
  return /^\d{1,12}$/.test(seconds) && Math.abs(nowMs - Number(seconds) * 1000) <= toleranceMs
}

/** Compares values. Takes the same time for all wrong values of a length. */
function isSame(given: string | null | undefined, expected: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function hmac(algorithm: string, key: string | Buffer, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const made = createHmac(algorithm, key)
  for (const part of parts) made.update(part)
  return made.digest()
}

function sha256(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}
