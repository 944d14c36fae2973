import { StoreError } from '@hermes/core'
import type pg from 'pg'

/** Loads the client of PostgreSQL, an optional peer: only when such a store is opened. */
export async function loadDriver(load: () => Promise<{ default: typeof pg }> = () => import('pg')): Promise<typeof pg> {
  try {
    return (await load()).default
  } catch (cause) {
    throw new StoreError('unavailable', 'PostgreSQL needs the package "pg": install it with `npm install pg`.', {
      cause,
    })
  }
}
