export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from './client.js'
export { type PostgresCopyOptions, withPostgresCopy } from './copy/with-postgres-copy.js'
export {
  createPostgresStore,
  type PostgresPlace,
  type PostgresStoreOptions,
  type PostgresStoreServices,
} from './postgres-store.js'
