/** Removes secrets from text. */
export type Redact = (text: string) => string

/**
 * Whether an address or a query contains a known secret, or a text that looks like a key. Each part is looked at alone:
 * the name `token` of a parameter does not make its value a secret.
 */
export function holdsSecret(text: string, redact: Redact): boolean {
  const path = text.replace(/^[a-z][\w+.-]*:\/\//i, '').split(/[?#]/, 1)[0] ?? ''
  const parts = [path, ...text.split(/[/?#&\s@:]/), ...text.split(/[?#&\s@]/).map(afterName)]
  return parts.some((part) => [part, decoded(part)].some((each) => each !== '' && redact(each) !== each))
}

function afterName(parameter: string): string {
  return parameter.slice(parameter.indexOf('=') + 1)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // No encoding, as in `100%`.
    return part
  }
}
