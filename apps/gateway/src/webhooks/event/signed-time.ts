type TimeOf = (headers: Headers) => string

/** Returns the time that a scheme signs, in seconds, as the sender wrote it. Empty if it is missing. */
export const signedTime = {
  standard: inHeader('webhook-timestamp'),
  slack: inHeader('x-slack-request-timestamp'),
  stripe: (headers) => stripeParts(headers).find(([name]) => name === 't')?.[1] ?? '',
  'generic-v2': inHeader('x-webhook-timestamp'),
} satisfies Readonly<Record<string, TimeOf>>

/** Returns the names and values of `Stripe-Signature`. */
export function stripeParts(headers: Headers): readonly (readonly string[])[] {
  return (headers.get('stripe-signature') ?? '').split(',').map((part) => part.trim().split('='))
}

function inHeader(name: string): TimeOf {
  return (headers) => headers.get(name) ?? ''
}
