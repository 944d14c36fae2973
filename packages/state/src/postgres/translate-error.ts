import { StoreError, type StoreErrorKind } from '@hermes/core'

interface Translation {
  readonly codes: RegExp
  readonly kind: StoreErrorKind
  readonly sentence: (server: string, code: string) => string
}

/** Error codes (SQLSTATE or system error code) and their translations. The first match is used. */
const translations: readonly Translation[] = [
  {
    codes: /^53100$/,
    kind: 'full',
    sentence: (server) =>
      `The disk of ${server} is full, and this was not stored. What was stored before is safe: free some space there.`,
  },
  {
    codes: /^(XX001|XX002|58P01)$/,
    kind: 'corrupt',
    sentence: (server, code) => `${server} reports damaged data (${code}): restore it from a backup.`,
  },
  {
    codes: /^(ECONNREFUSED|ENOENT)$/,
    kind: 'unavailable',
    sentence: (server) => `No server listens at ${server}: start PostgreSQL there, or correct database.url.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
    kind: 'unavailable',
    sentence: (server, code) => `${server} cannot be reached (${code}): check the network and database.url.`,
  },
  {
    codes: /^(28|password$)/,
    kind: 'unavailable',
    sentence: (server) => `${server} rejected the login: correct the name and the password in database.url.`,
  },
  {
    codes: /^(tls$|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/,
    kind: 'unavailable',
    sentence: (server) =>
      `No encrypted connection to ${server} could be established: correct sslmode in database.url, or the certificate of the server.`,
  },
  {
    codes: /^3D000$/,
    kind: 'unavailable',
    sentence: (server) =>
      `The database does not exist: create it with \`createdb\`, or correct database.url (${server}).`,
  },
  {
    codes: /^42501$/,
    kind: 'unavailable',
    sentence: (server) =>
      `The user is not permitted to do that at ${server}: make it the owner of the schema of Hermes, or allow it to create schemas in the database.`,
  },
  {
    codes: /^25006$/,
    kind: 'unavailable',
    sentence: (server) => `${server} does not accept writes at the moment: connect to the primary server.`,
  },
  {
    codes: /^53300$/,
    kind: 'unavailable',
    sentence: (server) => `${server} has no free connections: raise max_connections, or use a connection pooler.`,
  },
  {
    codes: /^(57014|55P03)$/,
    kind: 'unavailable',
    sentence: (server) => `${server} took too long, or another process held a lock: try again.`,
  },
  {
    codes: /^(40001|40P01)$/,
    kind: 'unavailable',
    sentence: (server) => `Other processes kept interfering at ${server}: try again.`,
  },
  {
    codes: /^54000$/,
    kind: 'unavailable',
    sentence: (server) => `A text is too long for ${server}: shorten ids, titles and names.`,
  },
  {
    codes: /^(57P0|08|25P03$|E[A-Z]+$|lost$)/,
    kind: 'unavailable',
    sentence: (server) =>
      `The connection to ${server} was lost and did not come back: check the server, then try again.`,
  },
  {
    codes: /^[0-9A-Z]{5}$/,
    kind: 'unavailable',
    sentence: (server, code) => `${server} returned an error (${code}): see the cause.`,
  },
]

/**
 * Translates an error of PostgreSQL, its client or the network into a {@link StoreError}. Returns other errors
 * unchanged, because they are programming errors. `server` names the server without user and password.
 */
export function translateError(error: unknown, server: string): unknown {
  const code = codeOf(error)
  const translation = code === '' ? undefined : translations.find(({ codes }) => codes.test(code))
  return translation ? new StoreError(translation.kind, translation.sentence(server, code), { cause: error }) : error
}

/** Errors of `pg` that have no code, by the start of their message. */
const uncoded = [
  [/^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded))/, 'lost'],
  [/^SASL/, 'password'],
  [/^The server does not support SSL/, 'tls'],
] as const

/** Returns the SQLSTATE (`23505`), the system error code (`ECONNRESET`), `lost`, `password` or `tls`, or `''` for any other error. */
export function codeOf(error: unknown): string {
  if (StoreError.is(error) || !(error instanceof Error)) return ''
  // When several addresses were tried, the first failure is representative.
  if (error instanceof AggregateError && !('code' in error)) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return uncoded.find(([beginning]) => beginning.test(error.message))?.[1] ?? ''
}

/** Whether the connection is lost and the outcome of the last request is unknown. */
export function isConnectionLost(error: unknown): boolean {
  return /^(57P0|08|25P03$|E[A-Z]+$|lost$)/.test(codeOf(error))
}

/** Whether the server does not exist or is not running. */
export function isServerAbsent(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOENT|ENOTFOUND)$/.test(codeOf(error))
}

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return isConnectionLost(error) || /^(40001|40P01|55P03|53300)$/.test(codeOf(error))
}

/** Returns the kind and name of the violated constraint, such as `unique sessions_pkey`. */
export function violationOf(
  error: unknown,
): { readonly kind: 'unique' | 'foreign-key'; readonly name: string } | undefined {
  const code = codeOf(error)
  if (code !== '23505' && code !== '23503') return undefined
  const name = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  return { kind: code === '23505' ? 'unique' : 'foreign-key', name }
}
