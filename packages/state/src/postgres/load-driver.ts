import { StoreError } from '@hermes/core'
import type pg from 'pg'

/** Loads `pg`, an optional peer dependency, when the first PostgreSQL store is opened. */
export async function loadDriver(load: () => Promise<{ default: typeof pg }> = () => import('pg')): Promise<typeof pg> {
  try {
    return (await load()).default
  } catch (cause) {
    throw new StoreError('unavailable', 'PostgreSQL needs the package "pg": install it with `npm install pg`.', {
      cause,
    })
  }
}
