/** What stands in place of a secret of which nothing may stay. */
export const placeholder = '[REDACTED]'

const shortestWithEnds = 18

/** A long key by its first six and last four characters, which tell whose it is; anything else not at all. */
export function maskSecret(secret: string, isToken: boolean): string {
  if (!isToken || secret.length < shortestWithEnds) return placeholder
  return `${secret.slice(0, 6)}…${secret.slice(-4)}`
}

/** What is left of a secret that was taken out already. */
export function isMask(value: string): boolean {
  return value.includes(placeholder) || /^[^…]{6}…[^…]{4}$/u.test(value)
}
