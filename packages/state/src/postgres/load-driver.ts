import { StoreError } from '@hermes/core'
import type pg from 'pg'

/** Loads `pg`, an optional peer dependency, when the first PostgreSQL store is opened. */
export async function loadDriver(): Promise<typeof pg> {
  // A bundler goes on without a package that is not installed when the failure is handled at the import itself.
  return (await import('pg').catch(explainMissing)).default
}

export function explainMissing(cause: unknown): never {
  throw new StoreError('unavailable', 'PostgreSQL needs the package "pg": install it with `npm install pg`.', { cause })
}
