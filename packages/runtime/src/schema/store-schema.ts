import { ConfigError } from '@hermes/core'
import { lazily } from '@hermes/safety'
import * as z from 'zod'
import type { DatabaseSettings } from './database-schema.js'

export const storeSchema = lazily(() =>
  z
    .looseObject({ use: z.string().min(1) })
    .optional()
    .describe(
      'The session store: `use: sqlite` (state.db in the home folder), `use: postgres` (the database of database.url), or a package or file of the home folder with its own options. Default: `postgres` where database.url is set, else `sqlite`.',
    ),
)

/** The settings of the session store. */
export interface StoreSettings {
  readonly database?: DatabaseSettings | undefined
  readonly store?: z.output<ReturnType<typeof storeSchema>>
}

/** The session store: a file of the home, a PostgreSQL database, or an extension. */
export type StoreKind = 'sqlite' | 'postgres' | 'extension'

export function storeKindOf({ store, database }: StoreSettings): StoreKind {
  if (store === undefined) return database?.url === undefined ? 'sqlite' : 'postgres'
  return store.use === 'sqlite' || store.use === 'postgres' ? store.use : 'extension'
}

/** Returns the reason why a built-in store cannot work with these settings. */
export function storeProblem({ store, database }: StoreSettings): ConfigError | undefined {
  if (store === undefined || storeKindOf({ store, database }) === 'extension') return undefined
  const [option] = Object.keys(store).filter((name) => name !== 'use')
  if (option !== undefined) {
    const sentence = `store.use: ${store.use} has no setting store.${option}: remove it.`
    return new ConfigError(`store.${option}`, sentence)
  }
  if (store.use === 'sqlite' || database?.url !== undefined) return undefined
  return new ConfigError('database.url', 'store.use is postgres, but database.url is not set: set it, or remove store.')
}
