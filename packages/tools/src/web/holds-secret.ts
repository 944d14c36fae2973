/** Removes secrets from text. */
export type Redact = (text: string) => string

/**
 * Returns whether an address or a query contains a known secret or text that looks like a key. Each part is checked
 * separately, so that a parameter named `token` does not make its value a secret.
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
    // Not percent-encoded, as in `100%`.
    return part
  }
}
