import { type Headers, headerOf } from './headers.js'

/**
 * Whether a program sent the mail: an answer would go to a robot, a mailing list or no one, and two robots could answer each other forever
 * (RFC 3834, section 2).
 */
export function isAutomatic(headers: Headers): boolean {
  const submitted = headerOf(headers, 'auto-submitted')
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return true
  if (/^(bulk|junk|list|auto_reply)$/i.test(headerOf(headers, 'precedence') ?? '')) return true
  if (headerOf(headers, 'return-path') === '<>') return true
  return headers.some(({ key }) => key === 'list-id' || key === 'x-auto-response-suppress' || key === 'x-autoreply')
}

/** Addresses that bounces and notices come from. */
export function isRobot(address: string): boolean {
  return /^(mailer-daemon|postmaster|no-?reply|do-?not-?reply)\b/i.test(address)
}
