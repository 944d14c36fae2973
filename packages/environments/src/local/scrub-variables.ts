export interface ScrubOptions {
  /** Names that are kept although they look like credentials, such as `GH_TOKEN` for `gh`. Default: none. */
  readonly passThrough?: readonly string[]
}

/** Words that indicate a secret anywhere in a name and in any notation: `PGPASSWORD`, `npm_config_authToken`. */
const secretWord = /password|passwd|passphrase|secret|credential|api_?key|auth_?token|private_?key|access_?key/i
/** Short words that need boundaries: `FAL_KEY` and `HF_TOKEN`, but not `KEYBOARD` or `TOKENIZERS_PARALLELISM`. */
const secretPart = /(?:^|_)(?:keys?|tokens?|pat|cookies?|jwt)(?:_|$)/i
/** Words that indicate a secret only at the end (`MYSQL_PWD`), but not inside a name (`SSH_AUTH_SOCK`) or alone (`PWD`). */
const secretEnd = /_(?:auth|pass|pwd)$|^sshpass$/i
/** Variables such as `OTEL_EXPORTER_OTLP_HEADERS`, which contains the key of a collector. */
const secretHeaders = /^otel_.*_headers$/i
/** Settings of the agent, which include its keys. */
const ownName = /^hermes_/i

/** Minimum length of a compared value. Shorter values may be equal by chance. */
const shortestSecret = 8

/**
 * Returns the agent's variables that a command may see. Removes credentials, which are recognized by name, and other
 * variables with the value of a credential.
 */
export function scrubVariables(
  variables: Readonly<Record<string, string | undefined>>,
  { passThrough = [] }: ScrubOptions = {},
): Record<string, string> {
  const wanted = new Set(passThrough)
  const entries = Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const isRemoved = (name: string) => !wanted.has(name) && isCredential(name)
  const secrets = new Set(
    entries.filter(([name, value]) => isRemoved(name) && value.length >= shortestSecret).map(([, value]) => value),
  )
  return Object.fromEntries(
    entries.filter(([name, value]) => wanted.has(name) || !(isCredential(name) || secrets.has(value))),
  )
}

function isCredential(name: string): boolean {
  return [ownName, secretWord, secretPart, secretEnd, secretHeaders].some((pattern) => pattern.test(name))
}
