import { nameKind } from '@hermes/safety/redact'
import type { Variables } from '../home/home-paths.js'
import type { Config } from '../schema/config-schema.js'
import type { CredentialBook } from './credential-book.js'

/** Returns the secrets that this process knows: from its variables, its settings, and the keys of the home. */
export function ownSecrets({
  config,
  variables,
  credentials,
}: {
  readonly config: Config
  readonly variables: Variables
  readonly credentials?: CredentialBook | undefined
}): readonly string[] {
  return [...new Set([...secretsIn(variables), ...secretsIn(config), ...keptKeys(credentials)])]
}

/** Returns the values of all settings with secret-like names, at any depth. */
function secretsIn(values: object, parent = ''): readonly string[] {
  return Object.entries(values).flatMap(([name, value]: readonly [string, unknown]) => {
    const path = parent === '' ? name : `${parent}.${name}`
    if (typeof value === 'object' && value !== null) return secretsIn(value, path)
    return typeof value === 'string' && isSecretName(path) && !isReference(value) ? secretsOf(value) : []
  })
}

/** Whether a name is that of a secret. `API_KEYS` is a list of `API_KEY`s. */
function isSecretName(path: string): boolean {
  return nameKind(path.replace(/s$/i, '')) !== undefined || nameKind(path) !== undefined
}

/** Whether a value is a path or URL, which is not itself a secret. */
function isReference(value: string): boolean {
  return /^(?:[/~]|\.{1,2}\/|[a-z][a-z\d+.-]*:\/\/)/i.test(value.trim())
}

function secretsOf(value: string): readonly string[] {
  return [value, ...value.split(',')].map((part) => part.trim()).filter((part) => part !== '')
}

/** Returns the stored keys. Tokens of a login are left out: they change, and are recognized by their pattern. */
function keptKeys(credentials: CredentialBook | undefined): readonly string[] {
  const providers = new Set(credentials?.kept.map(({ provider }) => provider))
  return [...providers].flatMap((provider) =>
    (credentials?.of(provider) ?? []).flatMap(({ secret }) => (secret.type === 'api-key' ? [secret.key] : [])),
  )
}
