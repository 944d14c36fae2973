/** The replacement for a secret. */
export const placeholder = '[REDACTED]'

const shortestWithEnds = 18

/**
 * Shortens a long key to its first six and last four characters, enough to identify it. Replaces anything else
 * completely.
 */
export function maskSecret(secret: string, isToken: boolean): string {
  if (!isToken || secret.length < shortestWithEnds) return placeholder
  return `${secret.slice(0, 6)}…${secret.slice(-4)}`
}

/** Returns true for the replacement of a secret that was already removed. */
export function isMask(value: string): boolean {
  return value.includes(placeholder) || /^[^…]{6}…[^…]{4}$/u.test(value)
}
