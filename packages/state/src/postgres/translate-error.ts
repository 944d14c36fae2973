import { StoreError, type StoreErrorKind } from '@hermes/core'

interface Translation {
  readonly codes: RegExp
  readonly kind: StoreErrorKind
  readonly sentence: (server: string, code: string) => string
}

/** By SQLSTATE or by the code of the system's error. The first match counts. */
const translations: readonly Translation[] = [
  {
    codes: /^53100$/,
    kind: 'full',
    sentence: (server) => `The disk of ${server} is full: nothing was lost, free some space there.`,
  },
  {
    codes: /^(XX001|XX002|58P01)$/,
    kind: 'corrupt',
    sentence: (server, code) => `${server} says that its data is damaged (${code}): restore it from a backup.`,
  },
  {
    codes: /^(ECONNREFUSED|ENOENT)$/,
    kind: 'unavailable',
    sentence: (server) => `Nothing listens at ${server}: start PostgreSQL there, or correct database.url.`,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/,
    kind: 'unavailable',
    sentence: (server, code) => `${server} cannot be reached (${code}): check the network and database.url.`,
  },
  {
    codes: /^(28|password$)/,
    kind: 'unavailable',
    sentence: (server) => `${server} does not let this user in: correct the name and the password in database.url.`,
  },
  {
    codes: /^(tls$|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO)/,
    kind: 'unavailable',
    sentence: (server) =>
      `There is no encrypted connection to ${server}: correct sslmode in database.url, or the certificate of the server.`,
  },
  {
    codes: /^3D000$/,
    kind: 'unavailable',
    sentence: (server) => `There is no such database: make it with \`createdb\`, or correct database.url (${server}).`,
  },
  {
    codes: /^42501$/,
    kind: 'unavailable',
    sentence: (server) =>
      `This user may not do that at ${server}: let it own the schema of Hermes, or create schemas in the database.`,
  },
  {
    codes: /^25006$/,
    kind: 'unavailable',
    sentence: (server) => `${server} takes no writes at the moment: connect to the primary server.`,
  },
  {
    codes: /^53300$/,
    kind: 'unavailable',
    sentence: (server) => `${server} has no connection to spare: raise max_connections, or put a pooler before it.`,
  },
  {
    codes: /^(57014|55P03)$/,
    kind: 'unavailable',
    sentence: (server) => `${server} took too long, or another process held what was asked for: try again.`,
  },
  {
    codes: /^(40001|40P01)$/,
    kind: 'unavailable',
    sentence: (server) => `Other processes kept getting in the way at ${server}: try again.`,
  },
  {
    codes: /^54000$/,
    kind: 'unavailable',
    sentence: (server) => `A text is longer than ${server} can keep: shorten ids, titles and names.`,
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
    sentence: (server, code) => `${server} refused (${code}): see the cause, and report it if it is not yours.`,
  },
]

/**
 * What PostgreSQL, its client or the network raised, as a {@link StoreError}; anything else, a mistake in the program, as it
 * is. `server` names the server without user and password.
 */
export function translateError(error: unknown, server: string): unknown {
  const code = codeOf(error)
  const translation = code === '' ? undefined : translations.find(({ codes }) => codes.test(code))
  return translation ? new StoreError(translation.kind, translation.sentence(server, code), { cause: error }) : error
}

/** Errors to which pg gives no code, by how they begin. */
const uncoded = [
  [/^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded))/, 'lost'],
  [/^SASL/, 'password'],
  [/^The server does not support SSL/, 'tls'],
] as const

/** SQLSTATE (`23505`), the system's code (`ECONNRESET`), `lost`, `password` or `tls`; empty for any other error. */
export function codeOf(error: unknown): string {
  if (StoreError.is(error) || !(error instanceof Error)) return ''
  // Of an attempt at several addresses the first failure says as much as all of them.
  if (error instanceof AggregateError && !('code' in error)) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return uncoded.find(([beginning]) => beginning.test(error.message))?.[1] ?? ''
}

/** Nothing more comes over this connection, and what became of the last request is not known. */
export function isConnectionLost(error: unknown): boolean {
  return /^(57P0|08|25P03$|E[A-Z]+$|lost$)/.test(codeOf(error))
}

/** There is no such server, or it is not running. */
export function isNobodyThere(error: unknown): boolean {
  return /^(ECONNREFUSED|ENOENT|ENOTFOUND)$/.test(codeOf(error))
}

/** It may go well when it is tried again. */
export function isPassing(error: unknown): boolean {
  return isConnectionLost(error) || /^(40001|40P01|55P03|53300)$/.test(codeOf(error))
}

/** The name of the constraint that was violated, behind what was violated: `unique sessions_pkey`. */
export function violationOf(
  error: unknown,
): { readonly kind: 'unique' | 'foreign-key'; readonly name: string } | undefined {
  const code = codeOf(error)
  if (code !== '23505' && code !== '23503') return undefined
  const name = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
  return { kind: code === '23505' ? 'unique' : 'foreign-key', name }
}
