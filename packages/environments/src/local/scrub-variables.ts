export interface ScrubOptions {
  /** Names that are kept although they look like a credential: `GH_TOKEN` for the sake of `gh`. */
  readonly passThrough?: readonly string[]
}

/** Words that mean a secret wherever they stand in a name, in any spelling: `PGPASSWORD`, `npm_config_authToken`. */
const secretWord = /password|passwd|passphrase|secret|credential|api_?key|auth_?token|private_?key|access_?key/i
/** Short words that need borders: `FAL_KEY` and `HF_TOKEN`, but neither `KEYBOARD` nor `TOKENIZERS_PARALLELISM`. */
const secretPart = /(?:^|_)(?:keys?|tokens?|pat|cookies?|jwt)(?:_|$)/i
/** Harmless in the middle of a name (`SSH_AUTH_SOCK`) or alone (`PWD`), a secret at the end: `MYSQL_PWD`. */
const secretEnd = /_(?:auth|pass|pwd)$|^sshpass$/i
/** The agent's own settings, which hold its keys among other things. */
const ownName = /^hermes_/i

/** Shorter values occur by chance. */
const shortestSecret = 8

/**
 * What a command may see of the agent's variables: everything but credentials, which are known by their names, and other
 * variables that hold the value of one.
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
  return [ownName, secretWord, secretPart, secretEnd].some((pattern) => pattern.test(name))
}
