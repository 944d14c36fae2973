import { StoreError } from '@hermes/core'
import type pg from 'pg'

/** Loads `pg`, an optional peer dependency, when the first PostgreSQL store is opened. */
export async function loadDriver(): Promise<typeof pg> {
  // The error is handled on the import itself, so that bundlers tolerate a missing package.
  return (await import('pg').catch(explainMissing)).default
}

export function explainMissing(cause: unknown): never {
  throw new StoreError('unavailable', 'PostgreSQL needs the package "pg": install it with `npm install pg`.', { cause })
}
